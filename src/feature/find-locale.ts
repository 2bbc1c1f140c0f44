/** A language tag as tags are compared (BCP 47): `pt_br` and `pt-BR` are one. */
const canonical = (tag: string): string => tag.trim().replaceAll('_', '-').toLowerCase();

/** Finds the locale of the site that a text of a file names; null where it names none. */
export const findLocale = (locales: readonly string[], text: string): string | null =>
  locales.find((locale) => canonical(locale) === canonical(text)) ?? null;
