import type { Feature } from '../../../feature/feature';
import { confirmedDefinitions } from './server/definitions';
import { findStaleTranslations } from './server/stale-translations';

export { findStaleTranslations } from './server/stale-translations';

/** Finds stale translations by the history of entries. */
export const staleTranslations: Feature = {
  name: 'stale-translations',
  folder: __dirname,
  definitions: () => confirmedDefinitions,
  findStaleTranslations,
};
