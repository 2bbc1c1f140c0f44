import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { withoutMark } from '../../../../http/spreadsheets/formulas';
import { csvOptions, decodedText, workbookCell } from '../../../../http/spreadsheets/text';
import type { FromWorker, ToWorker, WorkerTask } from './protocol';
import { workbookText } from './workbook-text';

/** As many rows as are handed over at once: each handing over keeps the service busy for that long. */
const BATCH = 200;

/** In bytes: more than ten thousand long rows unpack to. A few kilobytes can hold gigabytes, whatever they say of themselves. */
const MOST_UNPACKED = 512 * 2 ** 20;

const WATCH_MS = 20;

const send = (message: FromWorker): void => parentPort?.postMessage(message);

/** The first sheet of a workbook. What it unpacks to counts against no limit of a thread's own memory. */
const sheetIn = async (bytes: Buffer) => {
  const { readSheet } = await import('read-excel-file/node');
  const watch = setInterval(() => {
    if (process.memoryUsage().arrayBuffers < MOST_UNPACKED) return;
    // Whoever is told ends this thread.
    send({ kind: 'failed', reason: 'it unpacks to too much' });
  }, WATCH_MS);
  try {
    return await readSheet(bytes);
  } finally {
    clearInterval(watch);
  }
};

const rowsOf = async (path: string): Promise<string[][]> => {
  const bytes = await readFile(path);
  // Every workbook is a ZIP archive.
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const rows = await sheetIn(bytes);
    return rows
      .map((row) => row.map(workbookCell))
      .filter((row) => row.some((cell) => cell.trim() !== ''));
  }
  const text = decodedText(bytes);
  const rows: string[][] = parse(text, csvOptions(text));
  return rows.map((row) => row.map(withoutMark));
};

const read = async (path: string, most: number): Promise<void> => {
  const rows = await rowsOf(path);
  if (rows.length > most) {
    send({ kind: 'too-many' });
    return;
  }
  for (let at = 0; at < rows.length; at += BATCH) {
    send({ kind: 'rows', rows: rows.slice(at, at + BATCH) });
  }
  send({ kind: 'end' });
};

const write = async (rows: readonly string[][]): Promise<void> => {
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const [first = [], ...others] = rows;
  const bytes = await writeWorkbook(
    [
      first.map((value) => ({
        value: workbookText(value),
        type: String,
        fontWeight: 'bold' as const,
      })),
      ...others.map((row) =>
        row.map((value) => (value === '' ? null : { value: workbookText(value), type: String })),
      ),
    ],
    { columns: first.map(() => ({ width: 24 })), stickyRowsCount: 1 },
  ).toBuffer();
  send({ kind: 'bytes', bytes: new Uint8Array(bytes) });
};

const task = workerData as WorkerTask;

const failed = (error: unknown): void =>
  send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });

if (task.kind === 'read') read(task.path, task.most).catch(failed);
else {
  const rows: string[][] = [];
  parentPort?.on('message', (message: ToWorker) => {
    if (message.kind === 'rows') rows.push(...message.rows);
    else {
      parentPort?.removeAllListeners('message');
      write(rows).catch(failed);
    }
  });
}
