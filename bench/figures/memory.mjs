import { inTurn } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { listOfAll } from '../subjects/questions.mjs';

const SIZE = 10_000;
const MEGABYTE = 1024 * 1024;

export default [
  {
    name: 'memory',
    title: 'peak memory for the list of 10,000 against stock REST',
    wanted: 0.5,
    unit: /** @type {const} */ ('x'),
    better: /** @type {const} */ ('less'),

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ subjects, rounds }) {
      const question = listOfAll(SIZE);
      const peak = async (
        /** @type {import('../subjects/index.mjs').Kind} */ kind,
        /** @type {string} */ path,
      ) => {
        const subject = await subjects.fresh(kind, SIZE);
        for (let at = 0; at < 3; at += 1) await mustGet(subject.url + path);
        const bytes = subject.peakMemory();
        await subject.stop();
        return bytes / MEGABYTE;
      };
      return inTurn(
        Math.min(rounds, 3),
        () => peak('ours', question.ours),
        () => peak('stock', question.stock),
        (a, b) => a / b,
        ['ours, MB', 'stock, MB'],
      );
    },
  },
];
