import { LRUCache } from 'lru-cache';
import type { Changes, Moment } from '../invalidation/changes';
import type { Contract } from '../plan/contract';
import type { Counters } from '../metrics';
import type { Given } from '../readers/document-service/selection';
import type { Reference, Renderer } from '../readers/reader';

type Fragment = { text: Buffer; since: Moment };

/** What an entry costs besides its text: key, map entry, buffer object. */
const OVERHEAD = 300;

type Options = {
  changes: Changes;
  counters: Counters;
  maxBytes: number;
};

/**
 * Keeps the JSON of single documents, which is the same wherever a document appears under the same
 * contract. A fragment holds until its own document changes, or any document of a type that the
 * contract shows within it.
 */
export const createFragments = ({ changes, counters, maxBytes }: Options) => {
  const fragments = new LRUCache<string, Fragment>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => text.byteLength + key.length + OVERHEAD,
  });

  const isFresh = (contract: Contract, documentId: string, { since }: Fragment): boolean =>
    changes.isUnchanged(contract.uid, documentId, since) &&
    changes.areUnchanged(contract.embedded, since);

  return {
    /**
     * The text of each document, in the order given; null for one that is no longer there. Renders only
     * what is missing.
     */
    async read(
      renderer: Renderer,
      contract: Contract,
      references: readonly Reference[],
      given: Given,
    ): Promise<readonly (Buffer | null)[]> {
      const values = contract.given.map((name) => given[name] ?? '').join(' ');
      const keyOf = ({ documentId, locale }: Reference): string =>
        `${contract.key} ${documentId} ${locale ?? ''} ${values}`;

      const found = references.map((reference): Buffer | null => {
        const fragment = fragments.get(keyOf(reference));
        return fragment !== undefined && isFresh(contract, reference.documentId, fragment)
          ? fragment.text
          : null;
      });
      const missing = references.filter((_, at) => found[at] === null);
      counters.add('fragmentHits', references.length - missing.length);
      if (missing.length === 0) return found;

      const since = changes.now();
      counters.add('renders', missing.length);
      const rendered = await renderer.render(contract, missing, given);
      const texts = rendered.map((text, at) => {
        const reference = missing[at];
        if (text === null || reference === undefined) return null;
        const buffer = Buffer.from(text);
        fragments.set(keyOf(reference), { text: buffer, since });
        return buffer;
      });
      let next = 0;
      return found.map((text) => text ?? texts[next++] ?? null);
    },

    bytes: (): number => fragments.calculatedSize,
  };
};

export type Fragments = ReturnType<typeof createFragments>;
