import { randomOf } from '../data/random.mjs';

/**
 * What is asked for, each as often as its weight says.
 *
 * @typedef {object} Mix
 * @property {readonly string[]} paths
 * @property {readonly number[]} [weights] of the paths; they need not add up to anything. Without, all alike
 * @property {boolean} [isOnce] each is asked once, in turn, and no more
 */

/**
 * Gives places in the list of paths, one after the other; null where there is no other. The same mix gives
 * the same ones in every run.
 *
 * @param {Mix | undefined} mix
 * @returns {() => number | null}
 */
export const drawFrom = (mix) => {
  if (mix === undefined) return () => 0;
  const { paths, isOnce = false } = mix;
  const weights = mix.weights ?? paths.map(() => 1);
  if (isOnce) {
    let last = -1;
    return () => ((last += 1) < paths.length ? last : null);
  }
  let sum = 0;
  const upTo = Float64Array.from(weights.map((weight) => (sum += weight)));
  const random = randomOf('reads');
  return () => {
    const wanted = random() * sum;
    let [from, to] = [0, upTo.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (/** @type {number} */ (upTo[middle]) <= wanted) from = middle + 1;
      else to = middle;
    }
    return from;
  };
};

/**
 * Weights by Zipf's law: the second is asked for half as often as the first, the third a third as often.
 *
 * @param {number} count
 * @param {number} share what they add up to
 */
export const zipf = (count, share) => {
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1));
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((one) => (one * share) / sum);
};
