import type { WithStrapi } from '../../../../platform/with-strapi';
import { featuresOf } from '../../../../feature/application';
import type { AuditedActions } from '../../../../feature/audited-actions';

/** Returns what the audit log records, of all features together. */
export const auditedActionsOf = (context: WithStrapi): Required<AuditedActions> => {
  const all = featuresOf(context).flatMap(({ auditedActions = [] }) => auditedActions);
  return {
    routes: Object.assign(
      {},
      ...all.map(({ routes }) => routes),
    ) as Required<AuditedActions>['routes'],
    documents: Object.assign(
      {},
      ...all.map(({ documents }) => documents),
    ) as Required<AuditedActions>['documents'],
    personalTypes: all.flatMap(({ personalTypes = [] }) => personalTypes),
    personalReads: Object.assign(
      {},
      ...all.map(({ personalReads }) => personalReads),
    ) as Required<AuditedActions>['personalReads'],
  };
};
