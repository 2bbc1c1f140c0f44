/**
 * Returns the name of a locale's language: `español` for `es`, in Spanish.
 *
 * @param language of the name
 */
export const languageName = (locale: string, language: 'en' | 'es'): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale;
  } catch {
    // A code outside of the standards is its own name. An error would hide other content of the
    // page.
    return locale;
  }
};
