/** The node of a write that only the database knows. */
export const ELSEWHERE = -1;

/** A write whose response arrived at a moment. `node` is its node. */
type Write = { value: number; node: number; at: number };

/** A stale value in a response that had to show the newer one. */
export type StaleValue = {
  thing: string;
  shown: number;
  wanted: number;
  /** Time and node of the write of the expected value. */
  node: number;
  at: number;
};

/** Returns whether a response has to show a write, or a newer one. */
export type IsOwed = (write: Pick<Write, 'node' | 'at'>) => boolean;

const NUMBERED = /«([a-z0-9-]+) v(\d+)»/g;

/**
 * Records the time of each written value. Written texts contain their place and an increasing number (`«k3p9-es v12»`),
 * so that each response shows the age of its values.
 */
export const createLedger = () => {
  const written = new Map<string, Write[]>();
  let last = 0;

  return {
    /** Returns a text for a place, newer than any before. */
    next(thing: string): { text: string; value: number } {
      last += 1;
      return { text: `«${thing} v${last}»`, value: last };
    },

    /** Records a write whose response has arrived, soon after its commit. */
    wrote(thing: string, value: number, node: number): void {
      const writes = written.get(thing) ?? [];
      written.set(thing, [...writes, { value, node, at: performance.now() }]);
    },

    /** Returns the stale values of a response, and how many of its values were required. */
    check(body: string, isOwed: IsOwed): { stale: StaleValue[]; owed: number } {
      const stale: StaleValue[] = [];
      let owed = 0;
      for (const [, thing = '', number] of body.matchAll(NUMBERED)) {
        const shown = Number(number);
        const expected = (written.get(thing) ?? []).filter(isOwed);
        if (expected.length > 0) owed += 1;
        for (const { value, node, at } of expected) {
          if (value > shown) stale.push({ thing, shown, wanted: value, node, at });
        }
      }
      return { stale, owed };
    },

    /** Returns how many writes have been recorded. */
    writes: (): number => [...written.values()].reduce((sum, { length }) => sum + length, 0),
  };
};

export type Ledger = ReturnType<typeof createLedger>;
