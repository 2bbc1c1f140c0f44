/** As Spanish Excel writes CSV: UTF-8 with or without a mark, UTF-16 as "Unicode text", Windows-1252 otherwise. */
export const decodedText = (bytes: ArrayBuffer | Uint8Array): string => {
  const [first, second] = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Longer than any first line with the names of columns. */
const FIRST_LINE = 20_000;

/**
 * What parts cells, by the first line: tabs, as spreadsheets put them onto the clipboard, and else the separators of CSV.
 * Further down, any of them may stand in what people have written.
 */
export const delimiterOf = (text: string): string => {
  const [first = ''] = text.slice(0, FIRST_LINE).split(/\r?\n/, 1);
  return ['\t', ';', ','].find((one) => first.includes(one)) ?? '\t';
};

/** How `csv-parse` reads what spreadsheets write. */
export const csvOptions = (text: string) => ({
  delimiter: delimiterOf(text),
  relaxColumnCount: true,
  relaxQuotes: true,
  skipEmptyLines: true,
  skipRecordsWithEmptyValues: true,
  bom: true,
});

/** What a cell of a workbook holds, as it would be written into a cell of CSV; a workbook says of what kind values are. */
export const workbookCell = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
};
