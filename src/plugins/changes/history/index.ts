import { USE_BIN } from './changes';
import type { Feature } from '#feature/feature';
import { createHistoryDefinitions } from './server/tables';
import { historySettings } from './settings';
import { definePruneJob } from './server/prune';

/** Records every version of an entry, and restores versions and deleted entries. */
export const history: Feature = {
  name: 'history',
  folder: __dirname,
  settings: [historySettings],
  roleGrants: { writers: [USE_BIN] },
  auditedActions: {
    routes: {
      'POST /history/entries/:model/:documentId/note': {
        action: 'history.noted',
        target: 'entries',
      },
    },
  },
  definitions: createHistoryDefinitions,
  register: definePruneJob,
};

export { EVENTS, STATES } from './server/tables';
export { recordHistory } from './server/recording/record-history';
export { keepReferences } from './server/references/keep-references';
export { recordDirectWrite } from './server/recording/record-history';
export {
  findChangedIds,
  readPublishedVersions,
  readTransactionId,
  undoWrite,
  type PublishedVersions,
} from './server/undo-write';
