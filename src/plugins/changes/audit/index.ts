import type { Feature } from '../../../feature/feature';
import { definePruneJob } from './server/prune';
import { auditDefinitions } from './server/tables';
import { auditSettings } from './settings';

export { recordAuditedRequests } from './server/watch-requests';
export { recordAuditedWrites } from './server/watch-documents';
export { recordAudit, type Recording } from './server/record';

/** Records what administrators and tokens do beyond editing content. */
export const audit: Feature = {
  name: 'audit',
  isPlugin: true,
  settings: [auditSettings],
  definitions: auditDefinitions,
  register: definePruneJob,
};
