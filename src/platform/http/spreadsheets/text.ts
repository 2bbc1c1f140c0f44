const isMarkedUtf16 = ([first, second]: Uint8Array): boolean => first === 0xff && second === 0xfe;

/** Characters that control something, apart from blanks and the ends of lines and pages. */
const CONTROLS_AT_MOST = 0.02;

/** How PDF files begin, the first part of which may be text. */
const PDF = '%PDF-';

/** Whether the beginning of a file is that of a text: pictures, PDF files and archives hold bytes that texts do not. */
export const isText = (head: Uint8Array): boolean => {
  if (isMarkedUtf16(head)) return true;
  if (head.includes(0) || new TextDecoder('latin1').decode(head.subarray(0, PDF.length)) === PDF) {
    return false;
  }
  const controls = head.filter((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20)).length;
  return controls <= head.length * CONTROLS_AT_MOST;
};

/** How many characters beyond ASCII a text has that was decoded as UTF-8, and how many could not be. */
export type DecodedCounts = { valid: number; invalid: number };

export const countDecoded = (text: string): DecodedCounts => {
  const counts = { valid: 0, invalid: 0 };
  for (const [letter] of text.matchAll(/[^\p{ASCII}]/gu)) {
    if (letter === '\uFFFD') counts.invalid += 1;
    else counts.valid += 1;
  }
  return counts;
};

/** Whether it is UTF-8. A few wrong bytes are damage: all other letters would be lost in another encoding. */
export const isMostlyUtf8 = ({ valid, invalid }: DecodedCounts): boolean =>
  invalid === 0 || valid >= invalid;

/** Files that were put together of others end their lines in several ways; `csv-parse` takes the first one for all. */
export const LINE_ENDS = ['\r\n', '\n', '\r'];

/** Longer than any first line with the names of columns. */
const FIRST_LINE = 20_000;

/**
 * What parts cells, by the first line: tabs, as spreadsheets put them onto the clipboard, and else the separators of CSV.
 * Further down, any of them may stand in what people have written.
 */
export const delimiterOf = (text: string): string => {
  const [first = ''] = text.slice(0, FIRST_LINE).split(/\r\n|\n|\r/, 1);
  return ['\t', ';', ','].find((one) => first.includes(one)) ?? '\t';
};

/** How `csv-parse` reads what spreadsheets write. */
export const csvOptions = (text: string) => ({
  delimiter: delimiterOf(text),
  recordDelimiter: LINE_ENDS,
  relaxColumnCount: true,
  relaxQuotes: true,
  skipEmptyLines: true,
  skipRecordsWithEmptyValues: true,
  bom: true,
});

/** Before the first days that workbooks count from, 1900 and 1904: cells that hold a time without a day. */
const isTimeOnly = (day: string): boolean => day < '1900' || day === '1904-01-01';

/** Properties of a workbook cell's number format. */
export type CellFormat = {
  /** Whether a date is shown with a time of day. */
  hasTime: boolean;
  isPercent: boolean;
  /** How many digits a whole number has at least, as in `0012`; 0: as many as it needs. */
  digits: number;
  /** The currency beside a number. */
  sign: string | null;
};

const NO_FORMAT: CellFormat = { hasTime: false, isPercent: false, digits: 0, sign: null };

/** A date as a cell shows it, which names no time zone. Workbooks count days, in fractions that miss a second by little. */
const dateCell = (date: Date, hasTime: boolean): string => {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, -5)
    .split('T');
  const shown = time.replace(/:00$/, '');
  if (isTimeOnly(day)) return shown;
  return shown === '00:00' && !hasTime ? day : `${day} ${shown}`;
};

/**
 * A cell of a workbook that stores its date as text (ISO 8601), as other dates are shown: what stands on the clock counts,
 * in no time zone. A date that does not exist stays as it is.
 */
export const isoDateCell = (text: string): string => {
  const [, day = '', time] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?/.exec(text.trim()) ?? [];
  const date = new Date(`${day}T${time ?? '00:00'}Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return exists ? dateCell(date, time !== undefined) : text.trim();
};

/** Workbooks show fifteen digits; those behind are rounding errors of a formula. */
const digitsOf = (number: number): string =>
  String(Number.isInteger(number) ? number : Number(number.toPrecision(15)));

const numberCell = (number: number, { isPercent, digits, sign }: CellFormat): string => {
  if (isPercent) return `${digitsOf(number * 100)}%`;
  if (Number.isInteger(number) && number >= 0) {
    const whole = digitsOf(number).padStart(digits, '0');
    return sign === null ? whole : `${whole} ${sign}`;
  }
  return sign === null ? digitsOf(number) : `${digitsOf(number)} ${sign}`;
};

/** Whether a spreadsheet may show the value of a cell in another way than {@link workbookCell}. */
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
export const workbookCell = (value: unknown, format: CellFormat = NO_FORMAT): string => {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : dateCell(value, format.hasTime);
  }
  if (typeof value === 'number') return numberCell(value, format);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
};
