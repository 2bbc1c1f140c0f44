import { pipeline, Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { type InfoField, CsvError, parse } from 'csv-parse';
import { toNfc } from '#platform/nfc';
import { readFileHead } from '#platform/http/multipart/file-head';
import { LINE_ENDS, withoutMark } from '#platform/http/spreadsheets/text';
import type { ReadOptions } from '../../runs';
import { detectDelimiter, detectEncoding, readText } from './detect-format';
import { RefusedFile, type FileSource, type Limits, type SheetRow } from './protocol';

/** Bytes that suffice to tell text from binary data and to detect the separator. */
const SAMPLE_BYTES = 65_536;

/** Maximum number of rows including blank ones, as in spreadsheets. */
const LAST_ROW = 1_048_576;

/** Position of the parser: number of finished rows, and column counted from 0. */
type ParserPosition = { records: number; column: number };

const createCellTooLongError = ({ records, column }: ParserPosition): RefusedFile =>
  new RefusedFile({ reason: 'cell-too-long', row: records + 1, column: column + 1 });

/**
 * Checks the length of each finished cell. For a row that is too long, it tells whether a single
 * cell is the cause.
 */
const createCellWatch = ({ cell, columns, row: mostOfRow }: Limits) => {
  /** Characters of the finished cells of the row. */
  let doneBytes = 0;
  return {
    cast(value: string, { index, records }: InfoField): string {
      doneBytes = index === 0 ? value.length : doneBytes + value.length;
      if (index >= columns) throw new RefusedFile({ reason: 'too-many-columns' });
      if (value.length > cell) throw createCellTooLongError({ records, column: index });
      return toNfc(withoutMark(value));
    },
    grown(position: ParserPosition): RefusedFile {
      const growing = mostOfRow - (position.column === 0 ? 0 : doneBytes);
      return growing > cell
        ? createCellTooLongError(position)
        : new RefusedFile({ reason: 'row-too-long', row: position.records + 1 });
    },
  };
};

/** Non-empty rows of a CSV file, and how it is read. */
export type OpenedSheet = { source: FileSource; rows: AsyncIterable<SheetRow> };

async function* streamRows(
  path: string,
  limits: Limits,
  { encoding, delimiter }: { encoding: NonNullable<ReadOptions['encoding']>; delimiter: string },
): AsyncGenerator<SheetRow> {
  const watch = createCellWatch(limits);
  const parser = parse({
    delimiter,
    recordDelimiter: LINE_ENDS,
    relaxColumnCount: true,
    relaxQuotes: true,
    bom: true,
    cast: (value, context) => watch.cast(value, context),
    maxRecordSize: limits.row,
  });
  // The loop below receives the errors through the parser.
  pipeline(Readable.from(readText(path, encoding)), parser, () => undefined);
  let number = 0;
  try {
    for await (const row of parser) {
      number += 1;
      if (number > LAST_ROW) throw new RefusedFile({ reason: 'too-many-rows' });
      const cells = row as string[];
      if (cells.some((cell) => cell.trim() !== '')) yield { number, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, records, column } = error;
    const position = { records: Number(records), column: Number(column) };
    if (code === 'CSV_MAX_RECORD_SIZE') throw watch.grown(position);
    // Without the closing quote, the rest of the file would belong to this cell.
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw createCellTooLongError(position);
    throw error;
  }
}

/**
 * Opens a CSV file in any encoding and with any separator that spreadsheets write. Its rows are
 * streamed, so memory holds one row at a time.
 *
 * @throws RefusedFile
 */
export const openCsv = async (
  path: string,
  limits: Limits,
  reading: ReadOptions,
): Promise<OpenedSheet> => {
  const head = await readFileHead(path, SAMPLE_BYTES);
  const detected = await detectEncoding(path, head);
  const encoding = reading.encoding ?? detected;
  const delimiter = reading.delimiter ?? detectDelimiter(iconv.decode(head, encoding));
  return {
    source: { encoding, delimiter, sheet: null, hiddenSheets: [], hiddenColumns: [] },
    rows: streamRows(path, limits, { encoding, delimiter }),
  };
};
