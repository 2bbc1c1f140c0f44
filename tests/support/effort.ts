/**
 * The share of the random rounds that one run executes: a third, so that it ends in time on two processors, or all of
 * them with `TEST_EFFORT=1`. Every behaviour is tested in any case, and each run omits other rounds. Use it for numbers
 * of rounds without assertions: the requirements of a run stay the same.
 */
const EFFORT = Number(process.env.TEST_EFFORT ?? 1 / 3);

/** Returns the number of random rounds of this run, from the total. */
export const share = (all: number): number => Math.max(1, Math.round(all * EFFORT));
