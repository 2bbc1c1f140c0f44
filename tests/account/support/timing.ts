/** How long something takes, in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Times two things in turn, so that whatever else the machine does falls on both; the first pairs, in
 * which everything is still being warmed up, do not count.
 */
export const timeInTurn = async (
  pairs: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number[], number[]]> => {
  const times: [number[], number[]] = [[], []];
  const warmUp = 5;
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) {
      const time = await timed(which === 0 ? first : second);
      if (pair >= 0) times[which].push(time);
    }
  }
  return times;
};

/**
 * How far two distributions are apart (the Mann-Whitney statistic): the chance that a time of the one is
 * longer than a time of the other, as standard deviations from the one half that it is where nothing
 * tells them apart.
 */
export const apart = (one: readonly number[], other: readonly number[]): number => {
  const longer = one.flatMap((a) => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  const chance = longer.reduce((sum, each) => sum + each, 0) / longer.length;
  const deviation = Math.sqrt((one.length + other.length + 1) / (12 * longer.length));
  return Math.abs(chance - 0.5) / deviation;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
