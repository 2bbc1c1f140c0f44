import { LRUCache } from 'lru-cache';
import type { Changes, Moment } from '../invalidation/changes';
import type { Metrics } from '../metrics/metrics';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RequestParameters } from '../readers/reader';

type Fragment = { text: Buffer; since: Moment };

/** What an entry costs besides its text: key, map entry, buffer object. */
const OVERHEAD = 300;

type Options = {
  changes: Changes;
  metrics: Metrics;
  maxBytes: number;
};

/**
 * Keeps the JSON of single documents, which is the same wherever a document appears under the same
 * contract. A fragment is fresh until its own document changes, or any document of a type that the
 * contract shows within it.
 */
export const createFragments = ({ changes, metrics, maxBytes }: Options) => {
  const fragments = new LRUCache<string, Fragment>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => text.byteLength + key.length + OVERHEAD,
  });

  const isFresh = (contract: Contract, documentId: string, { since }: Fragment): boolean =>
    changes.isUnchanged(contract.uid, documentId, since) &&
    changes.areUnchanged(contract.embedded, since);

  return {
    /**
     * The text of each document, in the order given; null for one that is no longer there. Reads only what
     * is not in memory.
     */
    async read(
      reader: Reader,
      contract: Contract,
      references: readonly DocumentReference[],
      parameters: RequestParameters,
    ): Promise<readonly (Buffer | null)[]> {
      const values = contract.parameters.map((name) => parameters[name] ?? '').join(' ');
      const keyOf = ({ documentId, locale }: DocumentReference): string =>
        `${contract.key} ${documentId} ${locale ?? ''} ${values}`;

      const kept = references.map((reference): Buffer | null => {
        const fragment = fragments.get(keyOf(reference));
        return fragment !== undefined && isFresh(contract, reference.documentId, fragment)
          ? fragment.text
          : null;
      });
      const missing = references.filter((_, at) => kept[at] === null);
      metrics.fragmentHits += references.length - missing.length;
      if (missing.length === 0) return kept;

      const since = changes.now();
      metrics.renders += missing.length;
      const read = await reader.read(contract, missing, parameters);
      const texts = read.map((text, at) => {
        const reference = missing[at];
        if (text === null || reference === undefined) return null;
        const buffer = Buffer.from(text);
        fragments.set(keyOf(reference), { text: buffer, since });
        return buffer;
      });
      let next = 0;
      return kept.map((text) => text ?? texts[next++] ?? null);
    },

    bytes: (): number => fragments.calculatedSize,
  };
};

export type Fragments = ReturnType<typeof createFragments>;
