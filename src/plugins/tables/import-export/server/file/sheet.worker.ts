import { parentPort, workerData } from 'node:worker_threads';
import { headOf } from '../../../../../platform/http/multipart/file-head';
import type { Reading } from '../../runs';
import {
  lengthOf,
  RefusedFile,
  type FromWorker,
  type Limits,
  type SheetRow,
  type WorkerTask,
} from './protocol';

/**
 * Maximum number of rows, or characters, per message. Receiving a message blocks the main thread.
 */
const BATCH = 200;
const BATCH_TEXT = 500_000;

const send = (message: FromWorker): void => parentPort?.postMessage(message);

/** Returns whether a file is a ZIP archive, as all workbooks are. */
const isArchive = async (path: string): Promise<boolean> =>
  (await headOf(path, 2)).toString('latin1') === 'PK';

const read = async (path: string, limits: Limits, reading: Reading): Promise<void> => {
  let [rows, characters]: [SheetRow[], number] = [[], 0];
  let [count, cells, text] = [0, 0, 0];
  const handOver = (): void => {
    send({ kind: 'rows', rows });
    [rows, characters] = [[], 0];
  };
  // Each thread loads the parser of its file only.
  const open = (await isArchive(path))
    ? (await import('./workbook-rows.js')).openWorkbook
    : (await import('./csv-rows.js')).openCsv;
  const opened = await open(path, limits, reading);
  for await (const row of opened.rows) {
    count += 1;
    cells += row.cells.length;
    if (count > limits.rows) throw new RefusedFile({ reason: 'too-many-rows' });
    if (cells > limits.cells) throw new RefusedFile({ reason: 'too-many-cells' });
    const length = lengthOf(row.cells);
    text += length;
    if (text > limits.text) throw new RefusedFile({ reason: 'too-much-text' });
    rows.push(row);
    characters += length;
    if (rows.length >= BATCH || characters >= BATCH_TEXT) handOver();
  }
  handOver();
  send({ kind: 'end', source: opened.source });
};

const task = workerData as WorkerTask;

const failed = (error: unknown): void =>
  error instanceof RefusedFile
    ? send({ kind: 'refused', refusal: error.refusal })
    : send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });

read(task.path, task.limits, task.reading).catch(failed);
