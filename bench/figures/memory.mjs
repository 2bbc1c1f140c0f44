import { inTurn } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { listOfAll } from '../targets/questions.mjs';

const SIZE = 10_000;
const MEGABYTE = 1024 * 1024;

/** @typedef {(bytes: { start: number, peak: number }) => number} Part */

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number | null} options.wanted
 * @param {Part} options.part
 */
const figure = ({ name, title, wanted, part }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, rounds }) {
    const question = listOfAll(SIZE);
    const megabytes = async (
      /** @type {import('../targets/index.mjs').Kind} */ kind,
      /** @type {string} */ path,
    ) => {
      const target = await targets.fresh(kind, SIZE);
      const start = target.peakMemory();
      for (let at = 0; at < 3; at += 1) await mustGet(target.url + path);
      const peak = target.peakMemory();
      await target.stop();
      return part({ start, peak }) / MEGABYTE;
    };
    return inTurn(
      Math.min(rounds, 3),
      () => megabytes('ours', question.ours),
      () => megabytes('stock', question.stock),
      (a, b) => a / b,
      ['ours, MB', 'stock, MB'],
    );
  },
});

export default [
  figure({
    name: 'memory',
    title: 'peak memory for the list of 10,000 against stock REST',
    wanted: 0.5,
    part: ({ peak }) => peak,
  }),
  figure({
    name: 'memory-growth',
    title: 'the same without what each takes to start',
    wanted: null,
    part: ({ start, peak }) => peak - start,
  }),
];
