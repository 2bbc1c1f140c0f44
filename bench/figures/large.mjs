import { timeOf } from '../lib/measure.mjs';
import { channelWithProducts, listOfAll } from '../targets/queries.mjs';

const SIZE = 50_000;

/**
 * Measures the first request after a start, with empty caches.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number} options.wanted
 * @param {string} options.path
 */
const figure = ({ name, title, wanted, path }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('ms'),
  better: /** @type {const} */ ('less'),
  takes: { once: 0, round: 20 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, rounds }) {
    /** @type {number[]} */
    const values = [];
    /** @type {number[]} */
    const again = [];
    /** @type {number[]} */
    const cpu = [];
    for (let round = 0; round < rounds; round += 1) {
      const target = await targets.fresh('ours', SIZE);
      const before = target.cpuSeconds();
      values.push(await timeOf(target.url + path));
      cpu.push((target.cpuSeconds() - before) * 1_000);
      again.push(await timeOf(target.url + path));
      await target.stop();
    }
    return { values, details: { 'CPU of the service, ms': cpu, 'from memory, ms': again } };
  },
});

export default [
  figure({
    name: 'list-50000-cold',
    title: 'list of 50,000, the first read after a start',
    wanted: 4_000,
    path: listOfAll(SIZE).ours,
  }),
  figure({
    name: 'channel-12500-cold',
    title: 'a channel with its 12,500 products, the first read after a start',
    wanted: 2_000,
    path: channelWithProducts,
  }),
];
