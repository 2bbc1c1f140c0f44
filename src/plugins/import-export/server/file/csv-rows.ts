import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { type InfoField, CsvError, parse } from 'csv-parse';
import { headOf } from '../../../../http/multipart/file-head';
import { withoutMark } from '../../../../http/spreadsheets/formulas';
import { csvOptions, isText, markedEncoding } from '../../../../http/spreadsheets/text';
import type { Limits } from './protocol';
import { RefusedFile } from './refused-file';

/** In bytes: enough to tell text from what is none, and to see what parts its cells. */
const HEAD = 65_536;

/** The text of a file, piece by piece. */
async function* piecesOf(path: string, encoding: string, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  for await (const piece of createReadStream(path)) {
    yield decoder.decode(piece as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/** In which encoding a file is: UTF-8 where all of it is that. */
const encodingOf = async (path: string, head: Buffer): Promise<string> => {
  const marked = markedEncoding(head);
  if (marked !== null) return marked;
  try {
    const pieces = piecesOf(path, 'utf-8', true);
    let isOver = false;
    while (!isOver) isOver = (await pieces.next()).done === true;
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'windows-1252';
  }
};

/** Where the parser is: behind so many rows, in a column that is counted from 0. */
type Place = { records: number; column: number };

const cellTooLong = ({ records, column }: Place): RefusedFile =>
  new RefusedFile({ reason: 'cell-too-long', row: records + 1, column: column + 1 });

/** Looks at each cell as it ends; of a row that grows too long it says whether one cell does. */
const cellWatch = ({ cell, columns, row: mostOfRow }: Limits) => {
  /** Characters of the cells of a row that have ended. */
  let done = 0;
  return {
    cast(value: string, { index, records }: InfoField): string {
      done = index === 0 ? value.length : done + value.length;
      if (index >= columns) throw new RefusedFile({ reason: 'too-many-columns' });
      if (value.length > cell) throw cellTooLong({ records, column: index });
      return withoutMark(value);
    },
    grown(at: Place): RefusedFile {
      const growing = mostOfRow - (at.column === 0 ? 0 : done);
      return growing > cell
        ? cellTooLong(at)
        : new RefusedFile({ reason: 'row-too-long', row: at.records + 1 });
    },
  };
};

/**
 * The rows of a CSV file in any of the encodings and separators that spreadsheets write, one by one: of the file no more
 * is in memory than a row.
 *
 * @throws RefusedFile
 */
export async function* csvRows(path: string, limits: Limits): AsyncGenerator<string[]> {
  const head = await headOf(path, HEAD);
  if (!isText(head)) throw new RefusedFile({ reason: 'no-text' });
  const encoding = await encodingOf(path, head);
  const watch = cellWatch(limits);
  const parser = parse({
    ...csvOptions(new TextDecoder(encoding).decode(head)),
    cast: (value, context) => watch.cast(value, context),
    maxRecordSize: limits.row,
  });
  // What goes wrong is told by the parser.
  pipeline(Readable.from(piecesOf(path, encoding)), parser, () => undefined);
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, records, column } = error;
    const at = { records: Number(records), column: Number(column) };
    if (code === 'CSV_MAX_RECORD_SIZE') throw watch.grown(at);
    // The rest of the file would be its cell's.
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw cellTooLong(at);
    throw error;
  }
}
