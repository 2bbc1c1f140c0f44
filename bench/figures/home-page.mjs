import { inTurn, throughputs, timeOf } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { home } from '../subjects/questions.mjs';

const SIZE = 1_000;

/** @param {import('../lib/measure.mjs').Context} context */
const both = async ({ subjects }) => ({
  cold: await subjects.get('cold', SIZE),
  documents: await subjects.get('documents', SIZE),
});

export default [
  {
    name: 'home',
    title: 'home page, everything cold, throughput against the Document Service',
    wanted: 20,
    unit: /** @type {const} */ ('x'),
    better: /** @type {const} */ ('more'),

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure(context) {
      const { cold, documents } = await both(context);
      await mustGet(cold.url + home);
      await mustGet(documents.url + home);
      return throughputs(
        context,
        { name: 'compiled', address: cold.url + home, subject: cold, seconds: 4 },
        { name: 'Document Service', address: documents.url + home, subject: documents, seconds: 8 },
        2,
      );
    },
  },
  {
    name: 'home-alone',
    title: 'the same, time of one read at a time',
    wanted: null,
    unit: /** @type {const} */ ('x'),
    better: /** @type {const} */ ('more'),

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure(context) {
      const { cold, documents } = await both(context);
      await timeOf(cold.url + home, { times: 30 });
      await timeOf(documents.url + home, { times: 10 });
      return inTurn(
        context.rounds,
        () => timeOf(cold.url + home, { times: 40 }),
        () => timeOf(documents.url + home, { times: 15 }),
        (a, b) => b / a,
        ['compiled, ms', 'Document Service, ms'],
      );
    },
  },
];
