import type { Feature } from '../../../feature/feature';
import { integrityDefinitions } from './server/indexes';
import type { WithStrapi } from '../../../platform/with-strapi';
import { guardLanguages } from './server/languages';
import { guardMedia } from './server/media';

const registerIntegrity = ({ strapi }: WithStrapi): void => {
  guardLanguages({ strapi });
};

/** Activates the guards that need Strapi's services. */
const enforceIntegrity = ({ strapi }: WithStrapi): void => {
  guardMedia({ strapi });
};

export { refuseChosenDocumentIds } from './server/document-ids';
export { lockDocument } from './server/documents';
export { normalizeFieldValues } from './server/readable-values';
export { refuseDeletingRequiredEntries } from './server/required-entries';
export { refuseUnknownLocales } from './server/languages';
export { findTakenTexts } from './server/rules';

/** Keeps stored data consistent. Names are unique, required entries stay, and files in use stay. */
export const integrity: Feature = {
  name: 'integrity',
  definitions: integrityDefinitions,
  register: registerIntegrity,
  bootstrap: enforceIntegrity,
};
