import { inTurn, timeOf } from '../lib/measure.mjs';
import { withSql } from '../lib/sql.mjs';
import { listOfAll } from '../targets/queries.mjs';

/**
 * Measures how many times faster a list is than stock Strapi's, with sequential requests.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number} options.wanted
 * @param {number} options.size
 * @param {import('../targets/index.mjs').Kind} options.kind
 * @param {number} options.times
 * @param {boolean} [options.changesOne] whether one product changes before each of our reads
 */
const figure = ({ name, title, wanted, size, kind, times, changesOne = false }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: 22, round: size === 10_000 ? 6 : 4 },
  isQuick: name === 'list-1000',

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, databases, rounds }) {
    const question = listOfAll(size);
    const ours = (await targets.get(kind, size)).url + question.ours;
    const stock = (await targets.get('stock', size)).url + question.stock;
    return withSql((await databases(size)).ours, async (client) => {
      let changes = 0;
      const change = async () => {
        changes += 1;
        await client.query(
          `UPDATE products SET pay_crm = $1 WHERE slug = 'product-3' AND locale = 'es'`,
          [`crm-${changes}`],
        );
      };
      const before = changesOne ? change : undefined;
      // Warms up: the code that assembles responses is compiled by then, and times stay constant.
      await timeOf(ours, { times: kind === 'warm' && size <= 1000 ? 60 : 3 });
      await timeOf(stock);
      return inTurn(
        rounds,
        () => timeOf(ours, { times: times * 3, before }),
        () => timeOf(stock, { times }),
        (a, b) => b / a,
        ['ours, ms', 'stock, ms'],
      );
    });
  },
});

export default [
  figure({
    name: 'list-100',
    title: 'list of 100, fragments warm, time against stock REST',
    wanted: 15,
    size: 100,
    kind: 'warm',
    times: 10,
  }),
  figure({
    name: 'list-1000',
    title: 'list of 1,000, fragments warm, time against stock REST',
    wanted: 20,
    size: 1_000,
    kind: 'warm',
    times: 3,
  }),
  figure({
    name: 'list-10000-changed',
    title: 'list of 10,000, first read after one product changed, time against stock REST',
    wanted: 12,
    size: 10_000,
    kind: 'ours',
    times: 1,
    changesOne: true,
  }),
  figure({
    name: 'list-10000-cold',
    title: 'list of 10,000, everything cold, time against stock REST',
    wanted: 3,
    size: 10_000,
    kind: 'cold',
    times: 1,
  }),
];
