import type { AuditedActions } from '../../feature/audited-actions';

/** What the audit log records of the roles of business lines. */
export const rightsActions: AuditedActions = {
  routes: {
    'POST /rights/lines/:documentId/roles': {
      action: 'line-role.created',
      target: 'api::vertical.vertical',
      takesTurns: true,
    },
  },
};
