/**
 * Returns the value that a share of all values does not exceed.
 *
 * @param {readonly number[]} values
 * @param {number} share from 0 to 1
 */
export const quantile = (values, share) => {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};

/**
 * Returns the median, which is the mean of the two middle values of an even number.
 *
 * @param {readonly number[]} values
 */
export const median = (values) => {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const [left, right] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[left] ?? NaN) + (sorted[right] ?? NaN)) / 2;
};

/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} least
 * @property {number} most
 */

/** @param {readonly number[]} values @returns {Summary} */
export const summarize = (values) => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});
