import { mustGet } from '../load/get.mjs';
import { listOfAll } from '../targets/queries.mjs';

const SIZE = 10_000;
const MEGABYTE = 1024 * 1024;

/** @typedef {{ start: number, peak: number }} Used in megabytes */

/** @param {import('../lib/measure.mjs').Context} context */
const measure = async ({ targets, rounds }) => {
  const question = listOfAll(SIZE);
  /** @param {'ours' | 'stock'} kind @returns {Promise<Used>} */
  const used = async (kind) => {
    const target = await targets.fresh(kind, SIZE);
    const start = target.peakMemory() / MEGABYTE;
    for (let index = 0; index < 3; index += 1) await mustGet(target.url + question[kind]);
    const peak = target.peakMemory() / MEGABYTE;
    await target.stop();
    return { start, peak };
  };
  /** @type {{ ours: Used, stock: Used }[]} */
  const all = [];
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    all.push({ ours: await used('ours'), stock: await used('stock') });
  }
  return all;
};

/** @type {ReturnType<typeof measure> | undefined} */
let measured;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number | null} options.wanted
 * @param {{ once: number, round: number }} options.takes
 * @param {(used: Used) => number} options.part
 */
const figure = ({ name, title, wanted, takes, part }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),
  takes,

  /**
   * Both figures are parts of the same measurement. @param {import('../lib/measure.mjs').Context}
   * context
   */
  async measure(context) {
    const all = await (measured ??= measure(context));
    return {
      values: all.map(({ ours, stock }) => part(ours) / part(stock)),
      details: {
        'ours, MB': all.map(({ ours }) => part(ours)),
        'stock, MB': all.map(({ stock }) => part(stock)),
      },
    };
  },
});

export default [
  figure({
    name: 'memory',
    title: 'peak memory for the list of 10,000 against stock REST',
    wanted: 0.5,
    takes: { once: 0, round: 25 },
    part: ({ peak }) => peak,
  }),
  figure({
    name: 'memory-growth',
    title: 'the same without what each takes to start',
    wanted: null,
    takes: { once: 0, round: 0 },
    part: ({ start, peak }) => peak - start,
  }),
];
