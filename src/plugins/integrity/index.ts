import type { Feature } from '../../feature/feature';
import { integrityDefinitions } from './server/indexes';
import { enforceIntegrity, registerIntegrity } from './server/register';

export { refuseChosenDocumentIds } from './server/document-ids';
export { lockDocuments } from './server/documents';
export { normalizeValues } from './server/readable-values';
export { refuseDeletingRequiredEntries } from './server/required-entries';
export { takenTexts } from './server/taken';

/** Keeps what is stored consistent: unique names, entries that others need, files in use. */
export const integrity: Feature = {
  name: 'integrity',
  definitions: integrityDefinitions,
  register: registerIntegrity,
  bootstrap: enforceIntegrity,
};
