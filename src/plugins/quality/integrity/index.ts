import type { Feature } from '#feature/feature';
import { createIntegrityDefinitions } from './server/indexes';
import { guardLanguages } from './server/languages';
import { guardMedia } from './server/deletions';

export { refuseChosenDocumentIds } from './server/documents';
export { lockDocument } from './server/documents';
export { normalizeFieldValues } from './server/readable-values';
export { refuseDeletingRequiredEntries } from './server/deletions';
export { refuseUnknownLocales } from './server/languages';
export { findTakenTexts } from './server/rules';

/** Keeps stored data consistent. Names are unique, required entries stay, and files in use stay. */
export const integrity: Feature = {
  name: 'integrity',
  definitions: createIntegrityDefinitions,
  register: guardLanguages,
  bootstrap: guardMedia,
};
