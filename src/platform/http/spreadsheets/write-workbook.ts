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
 * Writes a workbook (XLSX) in a worker thread, because thousands of rows take seconds of CPU time.
 *
 * @param heapMb JavaScript heap of the thread in megabytes; three million cells need about 350
 * @param signal terminates the thread when the caller has gone
 */
export const writeWorkbook = async (
  sheets: readonly WorkbookSheet[],
  { heapMb, signal }: { heapMb: number; signal?: AbortSignal | undefined },
): Promise<Uint8Array> => {
  signal?.throwIfAborted();
  const worker = new Worker(path.join(__dirname, 'workbook.worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const post = (message: WorkbookMessage): void => worker.postMessage(message);
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
      post({ kind: 'sheet', name });
      for await (const rows of batches) {
        signal?.throwIfAborted();
        post({ kind: 'rows', rows });
      }
    }
    post({ kind: 'end' });
    return await written;
  } finally {
    await worker.terminate();
  }
};
