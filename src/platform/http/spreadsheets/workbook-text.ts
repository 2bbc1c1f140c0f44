/**
 * Property names of every object. `write-excel-file` looks texts up in an object, and would find
 * these.
 */
const names = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Matches escape-like texts, and characters that `write-excel-file` removes because XML forbids or
 * discourages them.
 */
const REMOVED =
  // eslint-disable-next-line no-control-regex
  /_(?=x[\da-f]{4}_)|[\0-\x08\x0B\f\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFD]|\p{NChar}/giu;

const escapeUnit = (unit: string): string =>
  `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const escaped = (character: string): string => character.split('').map(escapeUnit).join('');

/**
 * Escapes a text for a workbook's cell, so that it is read back unchanged. Workbooks write
 * characters that XML forbids by number, like `_x0041_` (ECMA-376, 22.4.2.4).
 */
export const workbookText = (text: string): string => {
  const written = text.replace(REMOVED, escaped);
  return names.has(written) ? `${escapeUnit(written)}${written.slice(1)}` : written;
};
