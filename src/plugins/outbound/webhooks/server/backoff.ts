/** Maximum seconds between two tries. */
const LONGEST = 12 * 3600;

const GROWTH = 4;

/**
 * Returns the seconds until the next try. Each pause is four times as long as the last. It varies
 * randomly, so that a receiver that is available again does not get everything at once.
 *
 * @param tries number of tries so far, at least one
 */
export const secondsUntilRetry = (tries: number, first: number, chance = Math.random()): number =>
  Math.round(Math.min(LONGEST, first * GROWTH ** (tries - 1)) * (0.9 + chance * 0.2));
