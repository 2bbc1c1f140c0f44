import { setTimeout as sleep } from 'node:timers/promises';
import { slugAt } from '../data/catalogue.mjs';
import { inTurn } from '../lib/measure.mjs';
import { nextText, publish, timeToPublish } from './publish.mjs';
import { withSql } from '../lib/sql.mjs';
import { quantile } from '../lib/statistics.mjs';
import { mustGet } from '../load/get.mjs';
import { oneBySlug } from '../targets/queries.mjs';

const cost = {
  name: 'publish',
  title: 'publish a product at 10,000, time against stock Strapi',
  wanted: 1.3,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),
  takes: { once: 24, round: 3 },
  isQuick: true,

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, rounds }) {
    const ours = await targets.get('ours', 10_000);
    const stock = await targets.get('stock', 10_000);
    await timeToPublish(ours.url, 10);
    await timeToPublish(stock.url, 10);
    return inTurn(
      rounds,
      () => timeToPublish(ours.url),
      () => timeToPublish(stock.url),
      (a, b) => a / b,
      ['ours, ms', 'stock, ms'],
    );
  },
};

const history = {
  name: 'publish-history',
  title: 'publish a product at 1,000, time against no history being kept',
  wanted: 1.2,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),
  takes: { once: 24, round: 3 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, rounds }) {
    const withHistory = await targets.fresh('ours', 1_000);
    const forgotten = await targets.fresh('ours', 1_000, { HISTORY: 'false' });
    await timeToPublish(withHistory.url, 40);
    await timeToPublish(forgotten.url, 40);
    return inTurn(
      rounds,
      () => timeToPublish(withHistory.url),
      () => timeToPublish(forgotten.url),
      (a, b) => a / b,
      ['with history, ms', 'without, ms'],
    );
  },
};

const visibility = {
  name: 'visible',
  title: 'publish on one node, visible on another: p99 after the commit',
  wanted: 50,
  unit: /** @type {const} */ ('ms'),
  better: /** @type {const} */ ('less'),
  takes: { once: 18, round: 4 },
  isQuick: true,

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, databases, rounds }) {
    const size = 1_000;
    const writer = await targets.get('ours', size);
    const reader = await targets.fresh('ours', size);
    const index = 5;
    const address = reader.url + oneBySlug(slugAt(index)).ours;
    const database = (await databases(size)).ours;
    await publish(writer.url, index, nextText());

    /**
     * Measures the delay between the commit of a publication and its visibility on the other node.
     * A third connection polls the database to detect the commit.
     */
    const delay = async () =>
      withSql(database, async (client) => {
        const text = nextText();
        let committedAt = 0;
        let shownAt = 0;
        const watch = async () => {
          while (committedAt === 0) {
            const { rowCount } = await client.query(
              `SELECT 1 FROM products WHERE slug = $1 AND locale = 'es' AND published_at IS NOT NULL
               AND acronym = $2`,
              [slugAt(index), text],
            );
            if (rowCount) committedAt = performance.now();
          }
        };
        const poll = async () => {
          while (shownAt === 0) {
            const { body } = await mustGet(address);
            if (body.includes(`"acronym":"${text}"`)) shownAt = performance.now();
          }
        };
        await Promise.all([publish(writer.url, index, text), watch(), poll()]);
        return Math.max(0, shownAt - committedAt);
      });

    /** @type {number[]} */
    const values = [];
    for (let round = 0; round < rounds; round += 1) {
      /** @type {number[]} */
      const delays = [];
      for (let time = 0; time < 60; time += 1) {
        delays.push(await delay());
        await sleep(5);
      }
      values.push(quantile(delays, 0.99));
    }
    await reader.stop();
    return { values };
  },
};

export default [cost, history, visibility];
