import { setImmediate as nextTurn } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RenderedDocument, RequestParameters } from './reader';

/** Number of documents passed on before the event loop runs other work; a few milliseconds. */
const DOCUMENTS_PER_TURN = 500;

type PendingRead = {
  references: readonly DocumentReference[];
  resolve: (documents: readonly (RenderedDocument | null)[]) => void;
  reject: (reason: unknown) => void;
};

type Batch = { contract: Contract; parameters: RequestParameters; pendingReads: PendingRead[] };

const buildBatchKey = (
  { key, parameters: names }: Contract,
  parameters: RequestParameters,
): string => JSON.stringify([key, names.map((name) => parameters[name])]);

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
    select: (query) => mutex.runExclusive(() => reader.select(query)),
    read: (...documents) => mutex.runExclusive(() => reader.read(...documents)),
    async readShallow(contract, references, parameters, onDocument) {
      const documents = await new Promise<readonly (RenderedDocument | null)[]>(
        (resolve, reject) => {
          if (batches.size === 0) setImmediate(readBatches);
          const key = buildBatchKey(contract, parameters);
          const batch = batches.get(key) ?? { contract, parameters, pendingReads: [] };
          batches.set(key, batch);
          batch.pendingReads.push({ references, resolve, reject });
        },
      );
      for (const [position, document] of documents.entries()) {
        if (position > 0 && position % DOCUMENTS_PER_TURN === 0) await nextTurn();
        if (document !== null) onDocument(position, document);
      }
    },
  };
};
