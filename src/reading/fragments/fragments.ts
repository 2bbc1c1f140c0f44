import { LRUCache } from 'lru-cache';
import {
  BYTES_PER_KEY,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import type { DependencyKey } from '../invalidation/keys';
import type { Metrics } from '../metrics/metrics';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RequestParameters } from '../readers/reader';

/** The text of a document, and what it was made from. */
export type Fragment = { text: Buffer; keys: readonly DependencyKey[] };

type Kept = Fragment & Dependent & { keys: readonly DependencyKey[] };

/** What an entry costs besides its text and its keys: its own key, map entry, buffer object. */
const OVERHEAD = 400;

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
};

/**
 * Keeps the JSON of single documents, which is the same wherever a document appears under the same
 * contract. A fragment is kept until something that it shows changes.
 */
export const createFragments = ({ index, metrics, maxBytes }: Options) => {
  const fragments = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ text, keys }, key) =>
      text.byteLength + key.length + keys.length * BYTES_PER_KEY + OVERHEAD,
    dispose: (fragment) => index.remove(fragment),
  });

  const keep = (key: string, contract: Contract, { text, keys }: Fragment): void => {
    const fragment: Kept = {
      text,
      keys,
      types: contract.dependencies,
      touched: () => void fragments.delete(key),
    };
    fragments.set(key, fragment);
    // What is larger than everything that may be kept has not been kept.
    if (fragments.peek(key) === fragment) index.add(fragment);
  };

  return {
    /**
     * Each document in the order given; null for one that is no longer there. Reads only what is not in
     * memory.
     */
    async read(
      reader: Reader,
      contract: Contract,
      references: readonly DocumentReference[],
      parameters: RequestParameters,
    ): Promise<readonly (Fragment | null)[]> {
      const values = contract.parameters.map((name) => parameters[name] ?? '').join(' ');
      const keyOf = ({ documentId, locale }: DocumentReference): string =>
        `${contract.key} ${documentId} ${locale ?? ''} ${values}`;

      const kept = references.map((reference) => fragments.get(keyOf(reference)) ?? null);
      const missing = references.filter((_, at) => kept[at] === null);
      metrics.fragmentHits += references.length - missing.length;
      if (missing.length === 0) return kept;

      const since = index.now();
      metrics.renders += missing.length;
      const read = await reader.read(contract, missing, parameters);
      const made = read.map((document, at): Fragment | null => {
        const reference = missing[at];
        if (document === null || reference === undefined) return null;
        const keys = index.toKeep(document.keys);
        const fragment = { text: Buffer.from(document.text), keys };
        if (!index.isOvertaken({ keys, types: contract.dependencies }, since)) {
          keep(keyOf(reference), contract, fragment);
        }
        return fragment;
      });
      let next = 0;
      return kept.map((fragment) => fragment ?? made[next++] ?? null);
    },

    bytes: (): number => fragments.calculatedSize,
  };
};

export type Fragments = ReturnType<typeof createFragments>;
