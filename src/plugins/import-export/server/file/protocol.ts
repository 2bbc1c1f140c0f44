/** What a thread is to do with a file. */
export type WorkerTask = { kind: 'read'; path: string; most: number } | { kind: 'write' };

export type ToWorker = { kind: 'rows'; rows: string[][] } | { kind: 'end' };

export type FromWorker =
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'end' }
  | { kind: 'too-many' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; reason: string };
