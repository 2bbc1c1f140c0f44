/** Names that every object has: `write-excel-file` looks texts up in one, and takes what it finds there for a place. */
const names = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Marks of escapes, and characters that `write-excel-file` removes, because XML cannot hold them or advises against them. */
const REMOVED =
  // eslint-disable-next-line no-control-regex
  /_(?=x[\da-f]{4}_)|[\0-\x08\x0B\f\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFD]|\p{NChar}/giu;

const escapeUnit = (unit: string): string =>
  `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const escaped = (character: string): string => character.split('').map(escapeUnit).join('');

/**
 * A text as it is written into a cell of a workbook, so that it is read as it was: `_x0041_` is how workbooks write a
 * character by its number (ECMA-376, 22.4.2.4), as they have to write those that XML cannot hold.
 */
export const workbookText = (text: string): string => {
  const written = text.replace(REMOVED, escaped);
  return names.has(written) ? `${escapeUnit(written)}${written.slice(1)}` : written;
};
