import type { Text } from '#feature/layout';
import { hasLostCharacter, isSpreadsheetError } from '#platform/http/spreadsheets/text';
import { isRoundedNumber, normalizeCode } from './codes';
import { isIsbn, normalizeIsbn } from './isbn';

/** The path of a value in an entry: names of fields and, in lists, positions. */
type FieldPath = readonly string[];

/** Cell texts that clear a field without confirmation, in either language. */
export const CLEAR_MARKERS = ['[clear]', '[borrar]'] as const;

export const isClearMarker = (text: string): boolean =>
  CLEAR_MARKERS.some((marker) => marker === text.trim().toLowerCase());

/** Blanks and invisible characters: soft hyphens, joiners, direction marks. */
const INVISIBLE_CHARACTERS = /[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gu;

/**
 * Returns whether a cell shows nothing, or two quotation marks, which programs write for an empty
 * text.
 */
export const isBlank = (text: string): boolean =>
  ['', '""', "''"].includes(text.replace(INVISIBLE_CHARACTERS, ''));

/**
 * Patterns of wrongly decoded text. UTF-8 was read as Windows-1252 (“JosÃ©”), Mac Roman (“Jos√©”) or
 * code page 850 (“Jos├®”). Or Mac Roman or code page 850 was read as Windows-1252 (“JosŽ”, “ni¤o”).
 */
const DAMAGE = [
  /[ÃÂ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u,
  /â[€‚]|ï»¿|ï¿½/u,
  /[├┬][^\s]|√[^\s\d(]/u,
  /\p{Ll}[ŽŠ¤¢¡£‚‰](?=\p{L}|\s|$)/u,
  // At the end of a word they are quotation marks and footnote signs.
  /\p{Ll}[†‡‹›](?=\p{Ll})/u,
  /[\u0080-\u009F]/u,
];

/** Returns whether a text looks as if it was decoded wrongly, once or more. */
export const isDamaged = (text: string): boolean => DAMAGE.some((damage) => damage.test(text));

/** Returns whether a field of the type itself identifies entries in files. */
export const isKeyPlace = (place: FieldPath): boolean =>
  place.length === 1 && ['SKU', 'slug'].includes(place[0] ?? '');

const isIsbnPlace = (place: FieldPath): boolean => place.at(-1) === 'ISBN';

/** Returns whether a cell contains a code, which must not change in any character. */
export const isCode = (place: FieldPath): boolean => isKeyPlace(place) || isIsbnPlace(place);

/** Returns a code in its stored form. */
export const normalizeCodeAt = (place: FieldPath, text: string): string =>
  isIsbnPlace(place) ? normalizeIsbn(text) : normalizeCode(text);

export const formatCodeText = (text: string): Text => ({
  en: `“${text}” is a number whose last digits the spreadsheet has dropped. Format the column as text and write the code again.`,
  es: `«${text}» es un número del que la hoja de cálculo ha perdido las últimas cifras. Da formato de texto a la columna y vuelve a escribir el código.`,
});

const describeIsbnProblem = (text: string): Text => {
  const padded = text.padStart(10, '0');
  const isPadded = text.length < 10 && isIsbn(padded);
  return {
    en: `“${text}” is not an ISBN: its check digit is wrong.${isPadded ? ` Did the spreadsheet drop zeros of “${padded}”?` : ''}`,
    es: `«${text}» no es un ISBN: su dígito de control no es correcto.${isPadded ? ` ¿Ha quitado la hoja de cálculo los ceros de «${padded}»?` : ''}`,
  };
};

/** Returns why a cell's text is invalid for a field; null where it is valid. */
export const findTextProblem = (place: FieldPath, text: string): Text | null => {
  if (isSpreadsheetError(text)) {
    return {
      en: `“${text.trim()}” is a spreadsheet error, not a value. To clear the field, write ${CLEAR_MARKERS[0]}.`,
      es: `«${text.trim()}» es un error de la hoja de cálculo, no un valor. Para vaciar el campo, escribe ${CLEAR_MARKERS[1]}.`,
    };
  }
  if (hasLostCharacter(text)) {
    return {
      en: 'A character could not be read (�). Choose another encoding, or save the file as UTF-8.',
      es: 'Hay un carácter ilegible (�). Elige otra codificación, o guarda el archivo en UTF-8.',
    };
  }
  if (!isCode(place) || text.trim() === '') return null;
  if (isRoundedNumber(text)) return formatCodeText(text.trim());
  return isIsbnPlace(place) && !isIsbn(text) ? describeIsbnProblem(text.trim()) : null;
};
