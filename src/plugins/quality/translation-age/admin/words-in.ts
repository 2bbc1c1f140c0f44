/** The words of a value of whichever kind, one text a line: an entry's own text, or those of its components. */
export const wordsIn = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([name]) => name !== '__component')
    .map(([, inner]) => wordsIn(inner))
    .filter((text) => text !== '')
    .join('\n');
};
