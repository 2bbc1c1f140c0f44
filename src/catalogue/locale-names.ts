/**
 * Returns the name of a locale's language: `español` for `es`, in Spanish.
 *
 * @param language of the name
 */
export const getLanguageName = (locale: string, language: 'en' | 'es'): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale;
  } catch {
    // A code outside of the standards is its own name. An error would hide other content of the
    // page.
    return locale;
  }
};

/** Returns a language tag for comparison (BCP 47): `pt_br` and `pt-BR` are equal. */
const normalizeTag = (tag: string): string => tag.trim().replaceAll('_', '-').toLowerCase();

/** Returns the site's locale that a text in a file names; null where it names none. */
export const findLocale = (locales: readonly string[], text: string): string | null =>
  locales.find((locale) => normalizeTag(locale) === normalizeTag(text)) ?? null;
