/**
 * Waits for all, and gives their results: what one leans on is not to be taken away because another one has failed.
 *
 * @template {readonly unknown[]} Steps
 * @param {[...Steps]} steps
 * @returns {Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }>}
 */
export const together = async (...steps) => {
  await Promise.allSettled(steps);
  return Promise.all(steps);
};
