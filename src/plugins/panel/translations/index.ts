import type { Feature } from '#feature/feature';

/**
 * Stores texts in other languages for entries that exist once: channels, lives and episodes. They are components with a
 * language, which contracts read by the source `translation` (docs/explanation/decisions/0028-translations-in-components.md).
 */
export const translations: Feature = {
  name: 'translations',
  folder: __dirname,
};

export { validateTranslations } from './server/guard';
