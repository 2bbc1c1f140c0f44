/** However often it was tried, in seconds. */
const LONGEST = 12 * 3600;

const GROWTH = 4;

/**
 * Seconds until something is tried again: each pause four times as long as the one before, and a little by
 * chance, so that a receiver that comes back is not asked for everything at once.
 *
 * @param tries how often it was tried, at least once
 */
export const secondsUntilRetry = (tries: number, first: number, chance = Math.random()): number =>
  Math.round(Math.min(LONGEST, first * GROWTH ** (tries - 1)) * (0.9 + chance * 0.2));
