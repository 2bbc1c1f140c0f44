import type { Feature } from '#feature/feature';
import { definePruneJob, createAuditDefinitions } from './server/tables';
import { recordAudit } from './server/record';
import { strapiActions } from './server/strapi-actions';
import { auditSettings } from './settings';

export { recordAuditedRequests } from './server/watch-requests';
export { recordAuditedWrites } from './server/watch-documents';

/** Records what administrators and tokens do beyond editing content. */
export const audit: Feature = {
  name: 'audit',
  folder: __dirname,
  settings: [auditSettings],
  definitions: createAuditDefinitions,
  recordAudit,
  auditedActions: strapiActions,
  register: definePruneJob,
};
