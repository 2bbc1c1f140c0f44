import { Mutex } from 'async-mutex';
import type { Contract } from '../plan/contract';
import { giveParts } from './give-parts';
import type {
  DocumentPart,
  DocumentReference,
  Reader,
  ReadParts,
  RequestParameters,
} from './reader';

type Read<T> = (
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
) => Promise<readonly T[]>;

type Wanted<T> = {
  references: readonly DocumentReference[];
  resolve: (found: readonly T[]) => void;
  reject: (reason: unknown) => void;
};

type Group<T> = { contract: Contract; parameters: RequestParameters; wanted: Wanted<T>[] };

const keyOf = ({ key, parameters: names }: Contract, parameters: RequestParameters): string =>
  JSON.stringify([key, names.map((name) => parameters[name])]);

/**
 * Batches reads of the same contract that arrive in one turn of the event loop into one statement.
 */
const inGroups = <T>(turns: Mutex, read: Read<T>): Read<T> => {
  let groups = new Map<string, Group<T>>();

  const readGroup = async ({ contract, parameters, wanted }: Group<T>): Promise<void> => {
    try {
      const references = wanted.flatMap((one) => one.references);
      const found = await turns.runExclusive(() => read(contract, references, parameters));
      let from = 0;
      for (const { references: own, resolve } of wanted) {
        resolve(found.slice(from, from + own.length));
        from += own.length;
      }
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  };

  const readAll = (): void => {
    const now = groups;
    groups = new Map();
    for (const group of now.values()) void readGroup(group);
  };

  return (contract, references, parameters) =>
    new Promise((resolve, reject) => {
      if (groups.size === 0) setImmediate(readAll);
      const key = keyOf(contract, parameters);
      const group = groups.get(key) ?? { contract, parameters, wanted: [] };
      groups.set(key, group);
      group.wanted.push({ references, resolve, reject });
    });
};

/**
 * Batches reads of documents without their nested documents. Background reads may wait, so a batch
 * is passed on as a whole.
 */
const partsInGroups = (turns: Mutex, readParts: ReadParts): ReadParts => {
  const read = inGroups(turns, async (contract, references, parameters) => {
    const found = references.map((): DocumentPart | null => null);
    await readParts(contract, references, parameters, (place, part) => {
      found[place] = part;
    });
    return found;
  });
  return async (contract, references, parameters, take) =>
    giveParts(await read(contract, references, parameters), take);
};

/**
 * Creates a batching reader for background work. It runs one statement at a time, and batches
 * concurrent reads of the same contract.
 */
export const readTogether = (reader: Reader): Reader => {
  const turns = new Mutex();
  const { readParts } = reader;
  return {
    list: (...parameters) => turns.runExclusive(() => reader.list(...parameters)),
    count: (...parameters) => turns.runExclusive(() => reader.count(...parameters)),
    ofRow: (...row) => turns.runExclusive(() => reader.ofRow(...row)),
    read: inGroups(turns, reader.read),
    ...(readParts !== undefined && { readParts: partsInGroups(turns, readParts) }),
  };
};
