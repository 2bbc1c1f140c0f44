import { Mutex } from 'async-mutex';
import type { Contract } from '../plan/contract';
import type { DocumentReference, DocumentText, Reader, RequestParameters } from './reader';

type Wanted = {
  references: readonly DocumentReference[];
  resolve: (texts: readonly (DocumentText | null)[]) => void;
  reject: (reason: unknown) => void;
};

type Group = { contract: Contract; parameters: RequestParameters; wanted: Wanted[] };

const keyOf = ({ key, parameters: names }: Contract, parameters: RequestParameters): string =>
  JSON.stringify([key, names.map((name) => parameters[name])]);

/**
 * Reads one thing after the other, and what is asked for in the same form at the same time by one
 * statement.
 */
export const readTogether = (reader: Reader): Reader => {
  const turns = new Mutex();
  let groups = new Map<string, Group>();

  const readGroup = async ({ contract, parameters, wanted }: Group): Promise<void> => {
    try {
      const references = wanted.flatMap((one) => one.references);
      const texts = await turns.runExclusive(() => reader.read(contract, references, parameters));
      let from = 0;
      for (const { references: own, resolve } of wanted) {
        resolve(texts.slice(from, from + own.length));
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

  return {
    list: (...question) => turns.runExclusive(() => reader.list(...question)),
    count: (...question) => turns.runExclusive(() => reader.count(...question)),
    ofRow: (...row) => turns.runExclusive(() => reader.ofRow(...row)),
    read: (contract, references, parameters) =>
      new Promise((resolve, reject) => {
        if (groups.size === 0) setImmediate(readAll);
        const key = keyOf(contract, parameters);
        const group = groups.get(key) ?? { contract, parameters, wanted: [] };
        groups.set(key, group);
        group.wanted.push({ references, resolve, reject });
      }),
  };
};
