import { inTurn, timeOf } from '../lib/measure.mjs';
import { home } from '../subjects/questions.mjs';

const SIZE = 1_000;

export default [
  {
    name: 'home',
    title: 'home page, everything cold, time against the Document Service',
    wanted: 20,
    unit: /** @type {const} */ ('x'),
    better: /** @type {const} */ ('more'),

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ subjects, rounds }) {
      const cold = (await subjects.get('cold', SIZE)).url + home;
      const documents = (await subjects.get('documents', SIZE)).url + home;
      await timeOf(cold, { times: 30 });
      await timeOf(documents, { times: 10 });
      return inTurn(
        rounds,
        () => timeOf(cold, { times: 40 }),
        () => timeOf(documents, { times: 15 }),
        (a, b) => b / a,
        ['compiled, ms', 'Document Service, ms'],
      );
    },
  },
];
