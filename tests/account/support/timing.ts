/** Returns the duration of a call in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The number of times in each distribution. A comparison of a password that is missing needs twelve to be seen. */
export const PAIRS = 20;

/**
 * Times two functions in turn, so that the load of the machine affects both. The first pairs warm up and do
 * not count.
 */
export const timeInTurn = async (
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number[], number[]]> => {
  const times: [number[], number[]] = [[], []];
  const warmUpPairs = 5;
  for (let pair = -warmUpPairs; pair < PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const index of order) {
      const time = await timed(index === 0 ? first : second);
      if (pair >= 0) times[index].push(time);
    }
  }
  return times;
};

/**
 * Returns the distance of two distributions (the Mann-Whitney statistic). It is the probability that a time of the
 * first is longer than one of the second. Equal distributions have one half; the result counts standard deviations
 * from it.
 */
export const apart = (first: readonly number[], second: readonly number[]): number => {
  const longer = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  const chance = longer.reduce((sum, each) => sum + each, 0) / longer.length;
  const deviation = Math.sqrt((first.length + second.length + 1) / (12 * longer.length));
  return Math.abs(chance - 0.5) / deviation;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
