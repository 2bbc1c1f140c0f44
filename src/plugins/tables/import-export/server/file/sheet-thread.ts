import { Semaphore, withTimeout } from 'async-mutex';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { rejectOnAbort } from '#platform/abort-signals';
import type { ReadOptions } from '../../runs';
import {
  RefusedFile,
  type FileSource,
  type FromWorker,
  type Limits,
  type ReadingTask,
  type SheetRow,
} from './protocol';
import { isArchive, readRows } from './read-rows';

/**
 * Number of files that a node processes at once, each in a thread. The memory calculation uses this
 * number.
 */
export const FILES_AT_ONCE = 1;

/** JavaScript heap of a thread in megabytes. */
export const THREAD_HEAP_MB = 768;

/** Memory per byte of a file outside of its thread: the file, its texts and its cells. */
const BYTES_PER_FILE_BYTE = 4;

/** Returns the maximum memory of the files in work, in bytes. */
export const computeSheetMemory = (maxFileSize: number): number =>
  FILES_AT_ONCE * (THREAD_HEAP_MB * 2 ** 20 + maxFileSize * BYTES_PER_FILE_BYTE);

/** Maximum numbers of files that are active or waiting. */
const MOST_PER_PERSON = 2;
export const MOST_PER_NODE = 4;

export const LONGEST_WAIT_MS = 30_000;

/** Thrown if a person or a node has too many files that are active or waiting. */
export class SlotsTaken extends Error {
  override name = 'SlotsTaken';

  constructor(readonly by: 'person' | 'node') {
    super(`Too many files of this ${by}`);
  }
}

const semaphore = withTimeout(
  new Semaphore(FILES_AT_ONCE),
  LONGEST_WAIT_MS,
  new SlotsTaken('node'),
);

/** Numbers of files that are active or waiting, by user id. */
const files = new Map<number, number>();

/** Returns the number of a person's files that are active or waiting. */
export const countSlots = (person: number): number => files.get(person) ?? 0;

const count = (person: number, change: 1 | -1): void => {
  const next = countSlots(person) + change;
  if (next === 0) files.delete(person);
  else files.set(person, next);
};

/**
 * Runs work on a file when a slot is free.
 *
 * @param signal ends the wait
 * @throws SlotsTaken if too many files are waiting, or no slot becomes free within half a minute
 */
export const runWithSlot = async <T>(
  person: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  if (countSlots(person) >= MOST_PER_PERSON) throw new SlotsTaken('person');
  const all = [...files.values()].reduce((sum, personal) => sum + personal, 0);
  if (all >= MOST_PER_NODE) throw new SlotsTaken('node');
  count(person, 1);
  const turn = semaphore.acquire();
  try {
    const [, release] = await (signal === undefined
      ? turn
      : Promise.race([turn, rejectOnAbort(signal)]).catch((error: unknown) => {
          // The slot is still acquired later, and then released at once.
          turn.then(([, free]) => free()).catch(() => undefined);
          throw error;
        }));
    try {
      return await work();
    } finally {
      release();
    }
  } finally {
    count(person, -1);
  }
};

const THREAD_TIMEOUT_MS = 60_000;

/** Maximum bytes of a CSV file that is read without a thread, whose start would take longer. */
const SMALL = 16_384;

const createUnreadableError = (cause?: unknown): RefusedFile =>
  Object.assign(new RefusedFile({ reason: 'unreadable' }), { cause });

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
  { limits, reading }: { limits: Limits; reading: ReadOptions },
  signal?: AbortSignal,
): Promise<SheetFile> => {
  signal?.throwIfAborted();
  const rows: SheetRow[] = [];
  const task: ReadingTask = { path: file, limits, reading };
  if ((await stat(file)).size <= SMALL && !(await isArchive(file))) {
    try {
      return { source: await readRows(task, (batch) => rows.push(...batch)), rows };
    } catch (error) {
      throw error instanceof RefusedFile ? error : createUnreadableError(error);
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
        else reject(createUnreadableError(new Error(message.reason)));
      });
      worker.on('error', (error) => reject(createUnreadableError(error)));
      worker.on('exit', () => reject(createUnreadableError()));
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      AbortSignal.timeout(THREAD_TIMEOUT_MS).addEventListener('abort', () =>
        reject(createUnreadableError(new Error('it took too long'))),
      );
    });
  } finally {
    await worker.terminate();
  }
};
