import { setTimeout as sleep } from 'node:timers/promises';
import { withSql } from '../lib/sql.mjs';
import { quantile } from '../lib/statistics.mjs';
import { get, mustGet } from '../load/get.mjs';

const TIMES = 200;
const INDEXED_WITHIN_MS = 300_000;

/** A catalogue that was restored into the database is indexed in the background. @param {string} url */
const untilIndexed = async (url) => {
  const end = performance.now() + INDEXED_WITHIN_MS;
  while ((await get(`${url}/api/search?lang=es&q=a`)).status === 503) {
    if (performance.now() > end) throw new Error('The search index was not made in time');
    await sleep(500);
  }
};

/** As visitors ask: words of titles, several, narrowed, with typing errors, and nothing at all. */
const questions = [
  (/** @type {string} */ word) => `q=${word}`,
  (/** @type {string} */ word) => `q=${word}&type=product&priceTo=500`,
  (/** @type {string} */ word) => `q=${word}+${word.slice(0, 4)}`,
  (/** @type {string} */ word) => `q=${word.slice(0, 3)}${word.slice(4)}`,
  () => 'type=product&page=3',
];

export default [
  {
    name: 'search',
    title: 'search at 10,000 products in two languages, never a kept answer, p95',
    wanted: 30,
    unit: /** @type {const} */ ('ms'),
    better: /** @type {const} */ ('less'),
    takes: { once: 20, round: 5 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, databases, rounds }) {
      const { url } = await targets.get('warm', 10_000);
      await untilIndexed(url);
      const words = await withSql((await databases(10_000)).ours, async (client) => {
        /** @type {{ rows: { word: string }[] }} */
        const { rows } = await client.query(
          `SELECT word FROM ts_stat('SELECT names FROM search.published') WHERE length(word) > 4
           ORDER BY ndoc DESC, word LIMIT 100`,
        );
        return rows.map(({ word }) => encodeURIComponent(word));
      });
      const ask = async (/** @type {number} */ at) => {
        const question = questions[at % questions.length] ?? questions[0];
        const word = words[at % words.length] ?? 'curso';
        return (await mustGet(`${url}/api/search?lang=es&${question?.(word) ?? ''}`)).ms;
      };
      for (let at = 0; at < 20; at += 1) await ask(at);
      /** @type {number[]} */
      const values = [];
      for (let round = 0; round < rounds; round += 1) {
        /** @type {number[]} */
        const took = [];
        for (let at = 0; at < TIMES; at += 1) took.push(await ask(at));
        values.push(quantile(took, 0.95));
      }
      return { values };
    },
  },
];
