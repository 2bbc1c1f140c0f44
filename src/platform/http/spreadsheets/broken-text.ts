/**
 * Error values of spreadsheets in English and Spanish; for other languages, those without a sign at
 * the end.
 */
const ERRORS = [
  'N/A|N/D|N/B|NV|N/DISP|GETTING_DATA|OBTENIENDO_DATOS|CONNECT!|BLOCKED!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!',
  '¡?REF!|VALUE!|¡?VALOR!|¡?DIV/0!|DIV/0|NAME\\?|¿?NOMBRE\\?|NULL!|¡?NULO!|¡?NUM!',
  'SPILL!|¡?DESBORDAMIENTO!|CALC!|¡?CALC!|FIELD!|¡?CAMPO!|¡?ERROR!|CIRCULAR!|CYCLE!',
].join('|');

const ERROR_TEXT = new RegExp(`^(?:#(?:${ERRORS})|#{2,}|Err:\\d{3})$`, 'i');

/** Matches `#WERT!`, `#NOM?` and `#¡BLOQUEADO!`: every language has its own words. */
const ERROR_SHAPE = /^#[¡¿]?\p{Lu}[\p{Lu}\d_/]*[!?]$/u;

export const isSpreadsheetError = (text: string): boolean => {
  const shown = text.trim();
  return ERROR_TEXT.test(shown) || ERROR_SHAPE.test(shown.normalize('NFC'));
};

/** Returns whether a text contains the replacement character, which no text contains on purpose. */
export const hasLostCharacter = (text: string): boolean => text.includes('\uFFFD');
