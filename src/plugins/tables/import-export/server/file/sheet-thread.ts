import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Reading } from '../../runs';
import {
  RefusedFile,
  type FileSource,
  type FromWorker,
  type Limits,
  type ReadingTask,
  type SheetRow,
} from './protocol';
import { isArchive, readRows } from './read-rows';
import { THREAD_HEAP_MB } from './sheet-slots';

const PATIENCE_MS = 60_000;

/** Maximum bytes of a CSV file that is read without a thread, whose start would take longer. */
const SMALL = 16_384;

const unreadable = (cause?: unknown): RefusedFile =>
  Object.assign(new RefusedFile({ reason: 'unreadable' }), { cause });

/** Rows of a file, and how it was read. */
export type SheetFile = { source: FileSource; rows: SheetRow[] };

/**
 * Reads the non-empty rows of a workbook's sheet or of a CSV file, in any encoding and with any
 * separator that spreadsheets write. A workbook of ten thousand rows takes seconds of CPU time,
 * which would block all other requests, so a worker thread reads it. Small CSV files need none.
 *
 * @param signal terminates the thread when the caller has gone
 * @throws RefusedFile
 */
export const readSheetFile = async (
  file: string,
  { limits, reading }: { limits: Limits; reading: Reading },
  signal?: AbortSignal,
): Promise<SheetFile> => {
  signal?.throwIfAborted();
  const rows: SheetRow[] = [];
  const task: ReadingTask = { path: file, limits, reading };
  if ((await stat(file)).size <= SMALL && !(await isArchive(file))) {
    try {
      return { source: await readRows(task, (batch) => rows.push(...batch)), rows };
    } catch (error) {
      throw error instanceof RefusedFile ? error : unreadable(error);
    }
  }
  const worker = new Worker(path.join(__dirname, 'sheet.worker.js'), {
    workerData: task,
    // Unpacked data is outside this heap. The thread itself limits it.
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  try {
    return await new Promise<SheetFile>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'rows') rows.push(...message.rows);
        else if (message.kind === 'end') resolve({ source: message.source, rows });
        else if (message.kind === 'refused') reject(new RefusedFile(message.refusal));
        else reject(unreadable(new Error(message.reason)));
      });
      worker.on('error', (error) => reject(unreadable(error)));
      worker.on('exit', () => reject(unreadable()));
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      AbortSignal.timeout(PATIENCE_MS).addEventListener('abort', () =>
        reject(unreadable(new Error('it took too long'))),
      );
    });
  } finally {
    await worker.terminate();
  }
};
