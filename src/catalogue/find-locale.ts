/** Returns a language tag for comparison (BCP 47): `pt_br` and `pt-BR` are equal. */
const canonicalTag = (tag: string): string => tag.trim().replaceAll('_', '-').toLowerCase();

/** Returns the site's locale that a text in a file names; null where it names none. */
export const findLocale = (locales: readonly string[], text: string): string | null =>
  locales.find((locale) => canonicalTag(locale) === canonicalTag(text)) ?? null;
