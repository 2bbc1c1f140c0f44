import { mustGet } from '../load/get.mjs';
import { withSql } from '../lib/sql.mjs';

const TIMES = 200;

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
    takes: { once: 25, round: 5 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, databases, rounds }) {
      const { url } = await targets.get('warm', 10_000);
      const words = await withSql((await databases(10_000)).ours, async (client) => {
        /** @type {{ rows: { word: string }[] }} */
        const { rows } = await client.query(
          `SELECT word FROM ts_stat('SELECT names FROM search.entries') WHERE length(word) > 4
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
        took.sort((a, b) => a - b);
        values.push(took[Math.floor(TIMES * 0.95)] ?? Infinity);
      }
      return { values };
    },
  },
];
