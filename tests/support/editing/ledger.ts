/** The place of a write that no node knows of: the database itself. */
export const ELSEWHERE = -1;

/** A write whose answer had come at a moment. `node` is where it was made. */
type Write = { value: number; node: number; at: number };

/** An overwritten value that an answer shows although the newer one had to be in it. */
export type StaleValue = {
  thing: string;
  shown: number;
  wanted: number;
  /** Where and when the wanted value was written. */
  node: number;
  at: number;
};

/** Whether an answer has to show a write, or a newer one. */
export type IsOwed = (write: Pick<Write, 'node' | 'at'>) => boolean;

const NUMBERED = /«([a-z0-9-]+) v(\d+)»/g;

/**
 * Records which value was written when. Written texts carry their place and a number that only grows (`«k3p9-es v12»`), so
 * that each answer tells how old its values are.
 */
export const createLedger = () => {
  const written = new Map<string, Write[]>();
  let last = 0;

  return {
    /** Returns a text for a thing, newer than any before. */
    next(thing: string): { text: string; value: number } {
      last += 1;
      return { text: `«${thing} v${last}»`, value: last };
    },

    /** Records a write whose answer has come, which is soon after it was committed. */
    wrote(thing: string, value: number, node: number): void {
      const writes = written.get(thing) ?? [];
      written.set(thing, [...writes, { value, node, at: performance.now() }]);
    },

    /** Returns the stale values of an answer, and how many of its values were owed to it. */
    check(body: string, isOwed: IsOwed): { stale: StaleValue[]; owed: number } {
      const stale: StaleValue[] = [];
      let owed = 0;
      for (const [, thing = '', number] of body.matchAll(NUMBERED)) {
        const shown = Number(number);
        const wanted = (written.get(thing) ?? []).filter(isOwed);
        if (wanted.length > 0) owed += 1;
        for (const { value, node, at } of wanted) {
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
