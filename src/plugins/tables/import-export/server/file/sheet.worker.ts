import { parentPort, workerData } from 'node:worker_threads';
import { RefusedFile, type FromWorker, type ReadingTask } from './protocol';
import { readRows } from './read-rows';

const send = (message: FromWorker): void => parentPort?.postMessage(message);

const reportFailure = (error: unknown): void =>
  error instanceof RefusedFile
    ? send({ kind: 'refused', refusal: error.refusal })
    : send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });

readRows(workerData as ReadingTask, (rows) => send({ kind: 'rows', rows })).then(
  (source) => send({ kind: 'end', source }),
  reportFailure,
);
