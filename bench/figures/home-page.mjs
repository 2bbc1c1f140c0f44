import { inTurn, throughputs, timeOf } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { home } from '../targets/queries.mjs';

const SIZE = 1_000;

/** @param {import('../lib/measure.mjs').Context} context */
const both = async ({ targets }) => ({
  cold: await targets.get('cold', SIZE),
  stock: await targets.get('stock', SIZE),
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
      const { cold, stock } = await both(context);
      await mustGet(cold.url + home.ours);
      await mustGet(stock.url + home.documents);
      return throughputs(
        context,
        { name: 'compiled', address: cold.url + home.ours, target: cold, seconds: 4 },
        {
          name: 'Document Service',
          address: stock.url + home.documents,
          target: stock,
          seconds: 8,
        },
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
      const { cold, stock } = await both(context);
      await timeOf(cold.url + home.ours, { times: 30 });
      await timeOf(stock.url + home.documents, { times: 10 });
      return inTurn(
        context.rounds,
        () => timeOf(cold.url + home.ours, { times: 40 }),
        () => timeOf(stock.url + home.documents, { times: 15 }),
        (a, b) => b / a,
        ['compiled, ms', 'Document Service, ms'],
      );
    },
  },
];
