import type { Feature } from '#feature/feature';
import { getEntryHandlers } from '#platform/strapi/routes';
import { presenceTable } from './server/presence';
import { watchCreations } from './server/repeated-creation';
import { listUnsavedForms, unsavedChangesTable } from './server/unsaved-changes';
import { changeTables } from './server/versions/changes';

export { refuseStaleWrites } from './server/versions/guard';
export { setEntityTag } from './server/versions/expectation';

/** Detects edits of two people at one entry, and keeps unsaved typing. */
export const concurrentEditing: Feature = {
  name: 'concurrent-editing',
  folder: __dirname,
  definitions: () => [...changeTables, unsavedChangesTable, presenceTable],
  listUnsavedForms,
  register: watchCreations,
  bootstrap(context): void {
    // Fails at the start if Strapi's handlers have changed, not when an answer is lost.
    getEntryHandlers(context);
  },
};
