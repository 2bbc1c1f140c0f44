/** Returns all texts of a value, components included, one on each line. */
export const collectTexts = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([name]) => name !== '__component')
    .map(([, inner]) => collectTexts(inner))
    .filter((text) => text !== '')
    .join('\n');
};
