/** Maximum seconds between two attempts. */
const LONGEST = 12 * 3600;

const GROWTH = 4;

/**
 * Returns the seconds until the next attempt. Each pause is four times as long as the last. It
 * varies randomly, so that a receiver that is available again does not get everything at once.
 *
 * @param tries number of attempts so far, at least one
 */
export const computeRetryDelay = (tries: number, first: number, chance = Math.random()): number =>
  Math.round(Math.min(LONGEST, first * GROWTH ** (tries - 1)) * (0.9 + chance * 0.2));
