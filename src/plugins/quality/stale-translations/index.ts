import type { Feature } from '../../../feature/feature';
import { confirmedDefinitions } from './server/definitions';
import { outdatedTranslations } from './server/outdated';

export { outdatedTranslations, type Outdated } from './server/outdated';

/** Finds stale translations by the history of entries. */
export const translationAge: Feature = {
  name: 'translation-age',
  folder: __dirname,
  definitions: () => confirmedDefinitions,
  findStaleTranslations: outdatedTranslations,
};
