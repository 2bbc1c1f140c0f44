import { slugAt } from '../data/catalogue.mjs';
import { inTurn, timeOf } from '../lib/measure.mjs';
import { timeToPublish } from './publish.mjs';
import { oneBySlug } from '../targets/queries.mjs';

export default [
  {
    name: 'growth',
    title: 'one product by slug, cold: time at 10,000 products against at 100',
    wanted: 1.2,
    unit: /** @type {const} */ ('x'),
    better: /** @type {const} */ ('less'),
    takes: { once: 17, round: 2 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, rounds }) {
      const path = oneBySlug(slugAt(77)).ours;
      const many = (await targets.get('cold', 10_000)).url + path;
      const few = (await targets.get('cold', 100)).url + path;
      await timeOf(many, { times: 300 });
      await timeOf(few, { times: 300 });
      return inTurn(
        rounds,
        () => timeOf(many, { times: 300 }),
        () => timeOf(few, { times: 300 }),
        (a, b) => a / b,
        ['at 10,000, ms', 'at 100, ms'],
      );
    },
  },
  {
    name: 'publish-growth',
    title: 'publish a product: time at 50,000 against at 100',
    wanted: 1.1,
    unit: /** @type {const} */ ('x'),
    better: /** @type {const} */ ('less'),
    takes: { once: 25, round: 5 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, rounds }) {
      const many = (await targets.get('ours', 50_000)).url;
      const few = (await targets.get('ours', 100)).url;
      await timeToPublish(many, 20);
      await timeToPublish(few, 20);
      return inTurn(
        rounds,
        () => timeToPublish(many),
        () => timeToPublish(few),
        (a, b) => a / b,
        ['at 50,000, ms', 'at 100, ms'],
      );
    },
  },
];
