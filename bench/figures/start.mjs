/**
 * Measures the time from a start until requests are answered, on a database that the same release
 * has used before.
 *
 * @param {number} size
 */
const figure = (size) => ({
  name: `start-${size}`,
  title: `a start with ${size.toLocaleString('en')} products in two languages`,
  wanted: null,
  unit: /** @type {const} */ ('ms'),
  better: /** @type {const} */ ('less'),
  takes: { once: 10, round: 10 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, databases, rounds }) {
    await databases(size);
    // The first start installs what is missing and compiles modules.
    await (await targets.fresh('ours', size)).stop();
    /** @type {number[]} */
    const values = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      const target = await targets.fresh('ours', size);
      values.push(performance.now() - began);
      await target.stop();
    }
    return { values };
  },
});

export default [figure(10_000), figure(50_000)];
