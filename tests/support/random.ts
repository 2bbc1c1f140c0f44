/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Mulberry32: the same numbers for the same seed. */
const mulberry = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** One seed for each commit, so that a run can be repeated; `npm test` sets it and prints it when a test fails. */
const SEED = Number(process.env.TEST_SEED ?? 1);

/** Returns random numbers for a test, by the run's seed. */
export const seededRandom = (): Random => mulberry(SEED);

/** Returns one of some values. */
export const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

/** Returns the same values in random order. */
export const shuffled = <T>(random: Random, values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, at: random() }))
    .sort((item, other) => item.at - other.at)
    .map(({ value }) => value);
