import type { Feature } from '../../feature/feature';
import { definePruneJob } from './server/prune';
import { auditDefinitions } from './server/tables';
import { watchDocuments } from './server/watch-documents';
import { watchRequests } from './server/watch-requests';
import { auditSettings } from './settings';

export { recordAudit, type Recording } from './server/record';

/** What people and tokens did beyond content, for good. */
export const audit: Feature = {
  name: 'audit',
  isPlugin: true,
  settings: [auditSettings],
  definitions: auditDefinitions,
  register(context): void {
    watchDocuments(context);
    definePruneJob(context);
  },
  bootstrap: watchRequests,
};
