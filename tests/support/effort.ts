/**
 * How much of what only chance can find one run of the suite looks for, of the whole: a third, so that it ends in
 * time on two processors, or all of it with `TEST_EFFORT=1`. Every behaviour is tried in any case, and what is left
 * out is another one each time. It is for numbers of rounds that no assertion rests on: what is wanted of a run
 * stays the same.
 */
const EFFORT = Number(process.env.TEST_EFFORT ?? 1 / 3);

/** How many rounds of chance there are in this run, of those that there are in all. */
export const share = (all: number): number => Math.max(1, Math.round(all * EFFORT));
