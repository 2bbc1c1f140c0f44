/** What spreadsheets show where a formula fails, in English and Spanish, and in others that share a form. */
const ERRORS = [
  'N/A|N/D|NV|N/DISP|GETTING_DATA|OBTENIENDO_DATOS|CONNECT!|BLOCKED!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!',
  '¡?REF!|VALUE!|¡?VALOR!|¡?DIV/0!|DIV/0|NAME\\?|¿?NOMBRE\\?|NULL!|¡?NULO!|¡?NUM!',
  'SPILL!|¡?DESBORDAMIENTO!|CALC!|¡?CALC!|FIELD!|¡?CAMPO!|¡?ERROR!|CIRCULAR!|CYCLE!',
].join('|');

const ERROR_TEXT = new RegExp(`^(?:#(?:${ERRORS})|#{2,}|Err:\\d{3})$`, 'i');

export const isSpreadsheetError = (text: string): boolean => ERROR_TEXT.test(text.trim());

/** A character that could not be read, which no text means. */
export const hasLostCharacter = (text: string): boolean => text.includes('\uFFFD');
