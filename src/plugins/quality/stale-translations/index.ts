import type { Feature } from '#feature/feature';
import { confirmedDefinitions, findStaleTranslations } from './server/stale-translations';

export { findStaleTranslations } from './server/stale-translations';

/** Compares translations with their source: stale texts, and values that differ. */
export const staleTranslations: Feature = {
  name: 'stale-translations',
  folder: __dirname,
  definitions: () => confirmedDefinitions,
  findStaleTranslations,
};
