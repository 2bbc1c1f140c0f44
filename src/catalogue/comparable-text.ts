/** Compares texts as the database sorts them in lists: by letters, then by accents and case. */
export const compareTexts = new Intl.Collator('es').compare;

/** Returns a text as people compare names: without case, accents and repeated blanks. */
export const toComparableText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
