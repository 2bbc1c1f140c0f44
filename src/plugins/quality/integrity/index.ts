import type { Feature } from '../../../feature/feature';
import { integrityDefinitions } from './server/indexes';
import { enforceIntegrity, registerIntegrity } from './server/register';

export { refuseChosenDocumentIds } from './server/document-ids';
export { lockDocument } from './server/documents';
export { normalizeFieldValues } from './server/readable-values';
export { refuseDeletingRequiredEntries } from './server/required-entries';
export { refuseUnknownLocales } from './server/unknown-locales';
export { findTakenTexts } from './server/find-taken-texts';

/** Keeps stored data consistent. Names are unique, required entries stay, and files in use stay. */
export const integrity: Feature = {
  name: 'integrity',
  definitions: integrityDefinitions,
  register: registerIntegrity,
  bootstrap: enforceIntegrity,
};
