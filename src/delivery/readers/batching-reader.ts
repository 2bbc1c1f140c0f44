import { Mutex } from 'async-mutex';
import type { Contract } from '../plan/contract';
import {
  passOnDocuments,
  type DocumentReference,
  type Reader,
  type RenderedDocument,
  type RequestParameters,
} from './reader';

type PendingRead = {
  references: readonly DocumentReference[];
  resolve: (documents: readonly (RenderedDocument | null)[]) => void;
  reject: (reason: unknown) => void;
};

type Batch = { contract: Contract; parameters: RequestParameters; pendingReads: PendingRead[] };

const keyOf = ({ key, parameters: names }: Contract, parameters: RequestParameters): string =>
  JSON.stringify([key, names.map((name) => parameters[name])]);

/**
 * Creates a reader for background work. It runs one statement at a time. Reads of the same contract
 * that arrive in one turn of the event loop share a statement.
 */
export const createBatchingReader = (reader: Reader): Reader => {
  const mutex = new Mutex();
  let batches = new Map<string, Batch>();

  const readBatch = async ({ contract, parameters, pendingReads }: Batch): Promise<void> => {
    try {
      const references = pendingReads.flatMap((pendingRead) => pendingRead.references);
      const documents = references.map((): RenderedDocument | null => null);
      await mutex.runExclusive(() =>
        reader.readShallow(contract, references, parameters, (position, document) => {
          documents[position] = document;
        }),
      );
      let from = 0;
      for (const { references: ownReferences, resolve } of pendingReads) {
        resolve(documents.slice(from, (from += ownReferences.length)));
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

  return {
    list: (...query) => mutex.runExclusive(() => reader.list(...query)),
    count: (...query) => mutex.runExclusive(() => reader.count(...query)),
    findByRowId: (...row) => mutex.runExclusive(() => reader.findByRowId(...row)),
    read: (...documents) => mutex.runExclusive(() => reader.read(...documents)),
    async readShallow(contract, references, parameters, onDocument) {
      const documents = await new Promise<readonly (RenderedDocument | null)[]>(
        (resolve, reject) => {
          if (batches.size === 0) setImmediate(readBatches);
          const key = keyOf(contract, parameters);
          const batch = batches.get(key) ?? { contract, parameters, pendingReads: [] };
          batches.set(key, batch);
          batch.pendingReads.push({ references, resolve, reject });
        },
      );
      await passOnDocuments(documents, onDocument);
    },
  };
};
