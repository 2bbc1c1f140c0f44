/**
 * Waits for all steps to settle and returns their results. A failed step must not remove what
 * another one still uses.
 *
 * @template {readonly unknown[]} Steps
 * @param {[...Steps]} steps
 * @returns {Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }>}
 */
export const settleAll = async (...steps) => {
  await Promise.allSettled(steps);
  return Promise.all(steps);
};
