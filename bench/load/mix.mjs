import { randomOf } from '../data/random.mjs';

/**
 * Paths to request, with their relative frequencies.
 *
 * @typedef {object} Mix
 * @property {readonly string[]} paths
 * @property {readonly number[]} [weights] weights of the paths, with any sum; equal by default
 * @property {boolean} [isOnce] requests each path exactly once, in order
 */

/**
 * Returns a generator of indexes into the paths; null at the end. A mix gives the same indexes in
 * every run.
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
    const target = random() * sum;
    let [from, to] = [0, upTo.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (/** @type {number} */ (upTo[middle]) <= target) from = middle + 1;
      else to = middle;
    }
    return from;
  };
};

/**
 * Returns weights by Zipf's law: the second path is requested half as often as the first, the third
 * a third as often.
 *
 * @param {number} count
 * @param {number} share sum of the weights
 */
export const zipf = (count, share) => {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => (weight * share) / sum);
};
