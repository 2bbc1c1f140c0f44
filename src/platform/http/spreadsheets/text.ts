const isMarkedUtf16 = ([first, second]: Uint8Array): boolean => first === 0xff && second === 0xfe;

/** Maximum share of control characters in a text, apart from blanks, line ends and form feeds. */
const CONTROLS_AT_MOST = 0.02;

/** Signature of PDF files, whose first part may be text. */
const PDF = '%PDF-';

/**
 * Returns whether the beginning of a file is text. Pictures, PDF files and archives contain bytes
 * that texts do not.
 */
export const isText = (head: Uint8Array): boolean => {
  if (isMarkedUtf16(head)) return true;
  if (head.includes(0) || new TextDecoder('latin1').decode(head.subarray(0, PDF.length)) === PDF) {
    return false;
  }
  const controls = head.filter((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20)).length;
  return controls <= head.length * CONTROLS_AT_MOST;
};

/** Number of non-ASCII characters that were decoded as UTF-8, and of those that could not be. */
export type DecodedCounts = { valid: number; invalid: number };

export const countDecoded = (text: string): DecodedCounts => {
  const counts = { valid: 0, invalid: 0 };
  for (const [letter] of text.matchAll(/[^\p{ASCII}]/gu)) {
    if (letter === '\uFFFD') counts.invalid += 1;
    else counts.valid += 1;
  }
  return counts;
};

/**
 * Returns whether a text is UTF-8. A few invalid bytes are damage: in another encoding, all other
 * letters would be lost.
 */
export const isMostlyUtf8 = ({ valid, invalid }: DecodedCounts): boolean =>
  invalid === 0 || valid >= invalid;

/**
 * Merged files can mix several line ends; `csv-parse` by itself would use the first for all lines.
 */
export const LINE_ENDS = ['\r\n', '\n', '\r'];

/** Maximum length of the line with the column names. */
const FIRST_LINE = 20_000;

/**
 * Returns the separator of the first line: tabs, which spreadsheets put on the clipboard, or the
 * separators of CSV. In later lines, any of these characters may be part of the content.
 */
export const guessDelimiter = (text: string): string => {
  const [first = ''] = text.slice(0, FIRST_LINE).split(/\r\n|\n|\r/, 1);
  return ['\t', ';', ','].find((item) => first.includes(item)) ?? '\t';
};

/** Returns the options with which `csv-parse` reads files of spreadsheets. */
export const buildCsvOptions = (text: string) => ({
  delimiter: guessDelimiter(text),
  recordDelimiter: LINE_ENDS,
  relaxColumnCount: true,
  relaxQuotes: true,
  skipEmptyLines: true,
  skipRecordsWithEmptyValues: true,
  bom: true,
});

/**
 * Returns whether a cell stores a time without a day. They lie before the first days of
 * workbooks, in 1900 and 1904.
 */
const isTimeOnly = (day: string): boolean => day < '1900' || day === '1904-01-01';

/** Properties of a workbook cell's number format. */
export type CellFormat = {
  /** Whether a date is shown with a time of day. */
  hasTime: boolean;
  isPercent: boolean;
  /** Minimum number of digits of an integer, as in `0012`; 0 for no minimum. */
  digits: number;
  /** The currency symbol beside a number. */
  sign: string | null;
};

const NO_FORMAT: CellFormat = { hasTime: false, isPercent: false, digits: 0, sign: null };

/**
 * Returns a date as the cell shows it, without a time zone. Workbooks count days in fractions that
 * miss a second by little.
 */
const formatDateCell = (date: Date, hasTime: boolean): string => {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, -5)
    .split('T');
  const shortTime = time.replace(/:00$/, '');
  if (isTimeOnly(day)) return shortTime;
  return shortTime === '00:00' && !hasTime ? day : `${day} ${shortTime}`;
};

/**
 * Returns the text of a workbook cell that stores its date as ISO 8601 text. The local time counts,
 * without a time zone. An invalid date stays unchanged.
 */
export const formatIsoDateCell = (text: string): string => {
  const [, day = '', time] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?/.exec(text.trim()) ?? [];
  const date = new Date(`${day}T${time ?? '00:00'}Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return exists ? formatDateCell(date, time !== undefined) : text.trim();
};

/** Workbooks show fifteen digits. Further digits are rounding errors of a formula. */
const formatDigits = (number: number): string =>
  String(Number.isInteger(number) ? number : Number(number.toPrecision(15)));

const formatNumberCell = (number: number, { isPercent, digits, sign }: CellFormat): string => {
  if (isPercent) return `${formatDigits(number * 100)}%`;
  if (Number.isInteger(number) && number >= 0) {
    const paddedDigits = formatDigits(number).padStart(digits, '0');
    return sign === null ? paddedDigits : `${paddedDigits} ${sign}`;
  }
  return sign === null ? formatDigits(number) : `${formatDigits(number)} ${sign}`;
};

/**
 * Returns whether a spreadsheet may display a cell's value differently than {@link formatWorkbookCell}.
 */
export const isShownOtherwise = (
  value: unknown,
  { isPercent, sign }: CellFormat = NO_FORMAT,
): boolean => {
  if (typeof value === 'number') return isPercent || sign !== null || !Number.isInteger(value);
  return value instanceof Date || typeof value === 'boolean';
};

/**
 * Returns the text that a CSV file would have for a workbook cell.
 *
 * @param value a string, number, boolean or Date
 * @param format the cell's number format
 */
export const formatWorkbookCell = (value: unknown, format: CellFormat = NO_FORMAT): string => {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : formatDateCell(value, format.hasTime);
  }
  if (typeof value === 'number') return formatNumberCell(value, format);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
};

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
  const trimmedText = text.trim();
  return ERROR_TEXT.test(trimmedText) || ERROR_SHAPE.test(trimmedText.normalize('NFC'));
};

/** Returns whether a text contains the replacement character, which no text contains on purpose. */
export const hasLostCharacter = (text: string): boolean => text.includes('\uFFFD');

/**
 * Characters at which spreadsheets begin a formula. Exports put an apostrophe before them
 * (`formatCsvLine`). A cell that already begins with an apostrophe gets another one, so that imports
 * restore the original. They stand here because the panel also reads cells, and `formatCsvLine` needs a
 * package that browsers cannot load.
 */
const BEGINNING = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';

const marked = new RegExp(`^'+[${BEGINNING}]`);
const escapingQuote = new RegExp(`^'(?='*[${BEGINNING}])`);

/** Returns a cell with its own apostrophe doubled, so that it survives an import. */
export const withOwnMark = (cell: string): string => (marked.test(cell) ? `'${cell}` : cell);

/** Returns a cell as it was before the export. */
export const withoutMark = (cell: string): string => cell.replace(escapingQuote, '');

/** Returns the beginning of a text. It never ends within a surrogate pair, such as half an emoji. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/\p{Surrogate}$/u, '');
