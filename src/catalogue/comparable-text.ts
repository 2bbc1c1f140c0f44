/** Returns a text as people compare names: without case, accents and repeated blanks. */
export const comparableText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
