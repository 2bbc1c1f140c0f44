import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Content of a workbook's cell. Texts are never read as formulas. Null: an empty cell. */
export type WorkbookCell = string | number | null;

/** Sheet of a workbook. The first of its rows holds the column titles. */
export type WorkbookSheet = {
  name?: string;
  batches: AsyncIterable<WorkbookCell[][]>;
};

export type WorkbookMessage =
  | { kind: 'sheet'; name: string | undefined }
  | { kind: 'rows'; rows: WorkbookCell[][] }
  | { kind: 'end' };

const TIMEOUT_MS = 60_000;

/**
 * Maximum numbers of cells, of cells with a value, and of characters. The heap of the thread has to
 * hold them: a value takes about 300 bytes, even if it is short.
 */
type WorkbookLimits = { cells: number; values: number; characters: number };

/** Thrown if a workbook exceeds a limit. CSV has no limits. */
export class WorkbookTooLarge extends Error {
  override name = 'WorkbookTooLarge';
}

/** Returns a function that adds rows to a workbook's size, and throws above the limits. */
export const createSizeCheck = (limits: WorkbookLimits): ((rows: WorkbookCell[][]) => void) => {
  const size = { cells: 0, values: 0, characters: 0 };
  return (rows) => {
    for (const row of rows) {
      size.cells += row.length;
      for (const cell of row) {
        if (cell === null || cell === '') continue;
        size.values += 1;
        size.characters += typeof cell === 'string' ? cell.length : 0;
      }
    }
    const isTooLarge =
      size.cells > limits.cells ||
      size.values > limits.values ||
      size.characters > limits.characters;
    if (isTooLarge) throw new WorkbookTooLarge();
  };
};

/**
 * Writes a workbook (XLSX) in a worker thread, because thousands of rows take seconds of CPU time.
 *
 * @param heapMb JavaScript heap of the thread in megabytes
 * @param limits of all sheets together
 * @param signal terminates the thread when the caller has gone
 * @throws WorkbookTooLarge
 */
export const writeWorkbook = async (
  sheets: readonly WorkbookSheet[],
  {
    heapMb,
    limits,
    signal,
  }: { heapMb: number; limits: WorkbookLimits; signal?: AbortSignal | undefined },
): Promise<Uint8Array> => {
  signal?.throwIfAborted();
  const checkSize = createSizeCheck(limits);
  const worker = new Worker(path.join(__dirname, 'workbook.worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const sendMessage = (message: WorkbookMessage): void => worker.postMessage(message);
  try {
    const written = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread ended without a workbook')));
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () =>
        reject(new Error('Writing the workbook took too long')),
      );
    });
    // If reading the rows fails, its error is thrown instead.
    written.catch(() => undefined);
    for (const { name, batches } of sheets) {
      sendMessage({ kind: 'sheet', name });
      for await (const rows of batches) {
        signal?.throwIfAborted();
        checkSize(rows);
        sendMessage({ kind: 'rows', rows });
      }
    }
    sendMessage({ kind: 'end' });
    return await written;
  } finally {
    await worker.terminate();
  }
};
