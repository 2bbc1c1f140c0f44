import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Reading } from '../../runs';
import {
  RefusedFile,
  type FileSource,
  type FromWorker,
  type Limits,
  type SheetRow,
  type WorkerTask,
} from './protocol';
import { THREAD_HEAP_MB } from './sheet-slots';

const PATIENCE_MS = 60_000;

const unreadable = (cause?: unknown): RefusedFile =>
  Object.assign(new RefusedFile({ reason: 'unreadable' }), { cause });

/**
 * Runs a task in a worker thread. A workbook of ten thousand rows takes seconds of CPU time, which
 * would block all other requests.
 *
 * @param signal terminates the thread when the caller has gone
 */
const inThread = async <T>(
  task: WorkerTask,
  take: (message: FromWorker) => T | undefined,
  signal?: AbortSignal,
): Promise<T> => {
  signal?.throwIfAborted();
  const worker = new Worker(path.join(__dirname, 'sheet.worker.js'), {
    workerData: task,
    // Unpacked data is outside this heap. The thread itself limits it.
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  try {
    const done = new Promise<T>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'failed') reject(unreadable(new Error(message.reason)));
        else if (message.kind === 'refused') reject(new RefusedFile(message.refusal));
        else {
          const result = take(message);
          if (result !== undefined) resolve(result);
        }
      });
      worker.on('error', (error) => reject(unreadable(error)));
      worker.on('exit', () => reject(unreadable()));
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      AbortSignal.timeout(PATIENCE_MS).addEventListener('abort', () =>
        reject(unreadable(new Error('it took too long'))),
      );
    });
    return await done;
  } finally {
    await worker.terminate();
  }
};

/** Rows of a file, and how it was read. */
export type SheetFile = { source: FileSource; rows: SheetRow[] };

/**
 * Reads the non-empty rows of a workbook's sheet or of a CSV file, in any encoding and with any
 * separator that spreadsheets write.
 *
 * @throws RefusedFile
 */
export const readSheetFile = async (
  file: string,
  { limits, reading }: { limits: Limits; reading: Reading },
  signal?: AbortSignal,
): Promise<SheetFile> => {
  const rows: SheetRow[] = [];
  return inThread(
    { path: file, limits, reading },
    (message) => {
      if (message.kind === 'rows') rows.push(...message.rows);
      return message.kind === 'end' ? { source: message.source, rows } : undefined;
    },
    signal,
  );
};
