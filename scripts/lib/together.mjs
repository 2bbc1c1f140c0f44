/**
 * Waits for all: what one leans on is not to be taken away because another one has failed.
 *
 * @param {...Promise<unknown>} steps
 */
export const together = async (...steps) => {
  await Promise.allSettled(steps);
  await Promise.all(steps);
};
