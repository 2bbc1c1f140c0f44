/** Names that every object has: `write-excel-file` looks texts up in one, and takes what it finds there for a place. */
const names = new Set(Object.getOwnPropertyNames(Object.prototype));

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * A text as it is written into a cell of a workbook, so that it is read as it was: `_x0041_` is how workbooks write a
 * character by its number (ECMA-376, 22.4.2.4), as they have to write those that XML cannot hold.
 */
export const workbookText = (text: string): string => {
  const written = text.replace(/_(?=x[\da-f]{4}_)|[\uFFFE\uFFFF]/gi, escaped);
  return names.has(written) ? `${escaped(written)}${written.slice(1)}` : written;
};
