import type { Feature } from '../../feature/feature';

/**
 * Texts in other languages of entries that exist once, as channels, lives and episodes do: components with a language,
 * which contracts read by the source `translation` (docs/decisions/0028-texts-in-other-languages.md).
 */
export const translations: Feature = {
  name: 'translations',
  isPlugin: true,
};

export { validateTranslations } from './server/guard';
