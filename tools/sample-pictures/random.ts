/** Returns numbers between 0 and 1 that are the same on every run for the same seed. */
export type Random = () => number;

/**
 * Returns a small seeded generator (mulberry32), so that a picture only changes when its inputs do.
 */
export const randomFrom = (seed: string): Random => {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);

  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

export const between = (random: Random, low: number, high: number): number =>
  low + (high - low) * random();

/** Returns an element of a non-empty list. */
export const pick = <T>(random: Random, options: readonly [T, ...T[]]): T =>
  options[Math.floor(random() * options.length)] ?? options[0];
