/**
 * What people call a language: `español` of `es`, in Spanish.
 *
 * @param language in which it is called so
 */
export const languageName = (locale: string, language: 'en' | 'es'): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale;
  } catch {
    // A code that no standard knows is its own name, and keeps nobody from hearing of other things.
    return locale;
  }
};
