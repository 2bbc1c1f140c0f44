/** Where a write was made that no node knows of: in the database itself. */
export const ELSEWHERE = -1;

type Write = { value: number; node: number; at: number };

/** Something that an answer shows although it was overwritten before the answer was asked for. */
export type Stale = { thing: string; shown: number; wanted: number; lateMs: number; node: number };

const NUMBERED = /«([a-z0-9-]+) v(\d+)»/g;

/**
 * What was written when. Texts that are written carry their place and a number that only grows
 * (`«k3p9-es v12»`), so that any answer, whatever it shows, tells how old it is.
 */
export const createLedger = () => {
  const written = new Map<string, Write[]>();
  let last = 0;

  return {
    /** A text for a thing, newer than any before. */
    next(thing: string): { text: string; value: number } {
      last += 1;
      return { text: `«${thing} v${last}»`, value: last };
    },

    /** Notes a write whose answer has come, which is soon after it was committed. */
    wrote(thing: string, value: number, node: number): void {
      const writes = written.get(thing) ?? [];
      written.set(thing, [...writes, { value, node, at: performance.now() }]);
    },

    /** What an answer shows that had been overwritten by the moment at which it was asked for. */
    staleIn(body: string, askedAt: number): Stale[] {
      const stale: Stale[] = [];
      for (const [, thing = '', number] of body.matchAll(NUMBERED)) {
        const shown = Number(number);
        for (const { value, node, at } of written.get(thing) ?? []) {
          if (value <= shown || at > askedAt) continue;
          stale.push({ thing, shown, wanted: value, lateMs: askedAt - at, node });
        }
      }
      return stale;
    },

    /** How many writes have been noted. */
    writes: (): number => [...written.values()].reduce((sum, { length }) => sum + length, 0),
  };
};

export type Ledger = ReturnType<typeof createLedger>;
