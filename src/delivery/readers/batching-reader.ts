import { Mutex } from 'async-mutex';
import type { Contract } from '../plan/contract';
import { renderDocuments } from './render-documents';
import type {
  RenderedDocument,
  DocumentReference,
  Reader,
  ReadShallow,
  RequestParameters,
} from './reader';

type Read<T> = (
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
) => Promise<readonly T[]>;

type PendingRead<T> = {
  references: readonly DocumentReference[];
  resolve: (documents: readonly T[]) => void;
  reject: (reason: unknown) => void;
};

type Batch<T> = {
  contract: Contract;
  parameters: RequestParameters;
  pendingReads: PendingRead<T>[];
};

const keyOf = ({ key, parameters: names }: Contract, parameters: RequestParameters): string =>
  JSON.stringify([key, names.map((name) => parameters[name])]);

/**
 * Batches reads of the same contract that arrive in one turn of the event loop into one statement.
 */
const batchReads = <T>(mutex: Mutex, read: Read<T>): Read<T> => {
  let batches = new Map<string, Batch<T>>();

  const readBatch = async ({ contract, parameters, pendingReads }: Batch<T>): Promise<void> => {
    try {
      const references = pendingReads.flatMap((pendingRead) => pendingRead.references);
      const documents = await mutex.runExclusive(() => read(contract, references, parameters));
      let from = 0;
      for (const { references: ownReferences, resolve } of pendingReads) {
        resolve(documents.slice(from, from + ownReferences.length));
        from += ownReferences.length;
      }
    } catch (error) {
      for (const { reject } of pendingReads) reject(error);
    }
  };

  const readBatches = (): void => {
    const current = batches;
    batches = new Map();
    for (const batch of current.values()) void readBatch(batch);
  };

  return (contract, references, parameters) =>
    new Promise((resolve, reject) => {
      if (batches.size === 0) setImmediate(readBatches);
      const key = keyOf(contract, parameters);
      const batch = batches.get(key) ?? { contract, parameters, pendingReads: [] };
      batches.set(key, batch);
      batch.pendingReads.push({ references, resolve, reject });
    });
};

/**
 * Batches reads of documents without their nested documents. Background reads may wait, so a batch
 * is passed on as a whole.
 */
const batchShallowReads = (mutex: Mutex, readShallow: ReadShallow): ReadShallow => {
  const read = batchReads(mutex, async (contract, references, parameters) => {
    const documents = references.map((): RenderedDocument | null => null);
    await readShallow(contract, references, parameters, (position, document) => {
      documents[position] = document;
    });
    return documents;
  });
  return async (contract, references, parameters, onDocument) =>
    renderDocuments(await read(contract, references, parameters), onDocument);
};

/**
 * Creates a batching reader for background work. It runs one statement at a time, and batches
 * concurrent reads of the same contract.
 */
export const createBatchingReader = (reader: Reader): Reader => {
  const mutex = new Mutex();
  const { readShallow } = reader;
  return {
    list: (...parameters) => mutex.runExclusive(() => reader.list(...parameters)),
    count: (...parameters) => mutex.runExclusive(() => reader.count(...parameters)),
    findByRowId: (...row) => mutex.runExclusive(() => reader.findByRowId(...row)),
    read: batchReads(mutex, reader.read),
    ...(readShallow !== undefined && { readShallow: batchShallowReads(mutex, readShallow) }),
  };
};
