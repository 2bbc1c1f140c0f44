import { readFileHead } from '#platform/http/multipart/file-head';
import { toStorableText } from '#platform/nfc';
import {
  countCharacters,
  RefusedFile,
  type FileSource,
  type ReadingTask,
  type SheetRow,
} from './protocol';

/**
 * Maximum number of rows, or characters, per message. Receiving a message blocks the main thread.
 */
const BATCH = 200;
const BATCH_TEXT = 500_000;

/** Returns whether a file is a ZIP archive, as all workbooks are. */
export const isArchive = async (path: string): Promise<boolean> =>
  (await readFileHead(path, 2)).toString('latin1') === 'PK';

/**
 * Reads the non-empty rows of a file in batches.
 *
 * @returns how the file was read
 * @throws RefusedFile
 */
export const readRows = async (
  { path, limits, reading }: ReadingTask,
  onRows: (rows: SheetRow[]) => void,
): Promise<FileSource> => {
  let [rows, characters]: [SheetRow[], number] = [[], 0];
  let [count, cells, text] = [0, 0, 0];
  const flushRows = (): void => {
    onRows(rows);
    [rows, characters] = [[], 0];
  };
  // A thread needs the parser of its file only. Node.js sees one export of a compiled module.
  const open = (await isArchive(path))
    ? (await import('./workbook-rows.js')).openWorkbook
    : (await import('./csv-rows.js')).openCsv;
  const opened = await open(path, limits, reading);
  for await (const row of opened.rows) {
    count += 1;
    cells += row.cells.length;
    if (count > limits.rows) throw new RefusedFile({ reason: 'too-many-rows' });
    if (cells > limits.cells) throw new RefusedFile({ reason: 'too-many-cells' });
    const length = countCharacters(row.cells);
    text += length;
    if (text > limits.text) throw new RefusedFile({ reason: 'too-much-text' });
    rows.push({ ...row, cells: row.cells.map(toStorableText) });
    characters += length;
    if (rows.length >= BATCH || characters >= BATCH_TEXT) flushRows();
  }
  flushRows();
  return opened.source;
};
