/** Compares texts as the database sorts them in lists: by letters, then by accents and case. */
export const compareTexts = new Intl.Collator('es').compare;
