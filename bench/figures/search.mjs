import { setTimeout as sleep } from 'node:timers/promises';
import { day, fill, SIZE } from '../lib/day.mjs';
import { withSql } from '../lib/sql.mjs';
import { quantile } from '../lib/statistics.mjs';
import { get, mustGet } from '../load/get.mjs';
import { zipf } from '../load/mix.mjs';
import { editProduct } from '../targets/edits.mjs';

/** @typedef {import('../lib/measure.mjs').Context} Context */

const TIMES = 200;
const QUESTIONS = 300;
const INDEXED_WITHIN_MS = 300_000;

/**
 * Waits until a catalogue that was restored into the database has been indexed in the background.
 * @param {string} url
 */
const untilIndexed = async (url) => {
  const end = performance.now() + INDEXED_WITHIN_MS;
  while ((await get(`${url}/api/search?lang=es&q=a`)).status === 503) {
    if (performance.now() > end) throw new Error('The search index was not made in time');
    await sleep(500);
  }
};

/**
 * Returns words that occur in the most titles. @param {Context} context @returns
 * {Promise<string[]>}
 */
const frequentWords = async ({ databases }) =>
  withSql((await databases(SIZE)).ours, async (client) => {
    /** @type {{ rows: { word: string }[] }} */
    const { rows } = await client.query(
      `SELECT word FROM ts_stat('SELECT names FROM search.published') WHERE length(word) > 4
       ORDER BY ndoc DESC, word LIMIT 100`,
    );
    return rows.map(({ word }) => word);
  });

/**
 * Returns titles of products as search texts. @param {Context} context @returns {Promise<string[]>}
 */
const titles = async ({ databases }) =>
  withSql((await databases(SIZE)).ours, async (client) => {
    /** @type {{ rows: { title: string }[] }} */
    const { rows } = await client.query(
      `SELECT DISTINCT title FROM search.published WHERE uid = 'api::product.product' AND locale = 'es'
       ORDER BY title LIMIT ${QUESTIONS}`,
    );
    return rows.map(({ title }) => title);
  });

/**
 * Measures repeated searches, the first one most often, while one product is published per second.
 * It compares cached responses with no cache.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {(context: Context) => Promise<string[]>} options.questions
 */
const searchFigure = ({ name, title, questions }) => ({
  name,
  title,
  wanted: null,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: 40, round: 30 },

  /** @param {Context} context */
  async measure(context) {
    const { targets, load, rounds } = context;
    const searched = await questions(context);
    const mix = {
      paths: searched.map((q) => `/api/search?lang=es&q=${encodeURIComponent(q)}`),
      weights: zipf(searched.length, 1),
    };
    const edit = editProduct(SIZE);
    const measureAt = async (/** @type {'ours' | 'warm'} */ kind) => {
      const { url } = await targets.get(kind, SIZE);
      await untilIndexed(url);
      await fill(load, url, mix);
      return day({ load, url, mix, editor: { edit, url } });
    };
    /** @type {{ with_: import('../lib/day.mjs').Day, without: import('../lib/day.mjs').Day }[]} */
    const all = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push({ with_: await measureAt('ours'), without: await measureAt('warm') });
    }
    return {
      values: all.map(({ with_, without }) => with_.rate / without.rate),
      details: {
        'kept, answers a second': all.map(({ with_ }) => with_.rate),
        'kept, p99 ms': all.map(({ with_ }) => with_.p99),
        'kept, publications': all.map(({ with_ }) => with_.edits.length),
        'not kept, answers a second': all.map(({ without }) => without.rate),
        'not kept, p99 ms': all.map(({ without }) => without.p99),
      },
    };
  },
});

/** Visitors' searches: words of titles, several words, filters, typing errors, and no text. */
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

    /** @param {Context} context */
    async measure(context) {
      const { targets, rounds } = context;
      const { url } = await targets.get('warm', SIZE);
      await untilIndexed(url);
      const words = (await frequentWords(context)).map(encodeURIComponent);
      const ask = async (/** @type {number} */ index) => {
        const question = questions[index % questions.length] ?? questions[0];
        const word = words[index % words.length] ?? 'curso';
        return (await mustGet(`${url}/api/search?lang=es&${question?.(word) ?? ''}`)).ms;
      };
      // Warms up: both processes compile their search code, and until then times fall from round to
      // round.
      for (let index = 0; index < 2 * TIMES; index += 1) await ask(index);
      /** @type {number[]} */
      const values = [];
      for (let round = 0; round < rounds; round += 1) {
        /** @type {number[]} */
        const took = [];
        for (let index = 0; index < TIMES; index += 1) took.push(await ask(index));
        values.push(quantile(took, 0.95));
      }
      return { values };
    },
  },
  searchFigure({
    name: 'search-kept',
    title: 'searches by titles, one product published a second: throughput with answers kept',
    questions: titles,
  }),
  searchFigure({
    name: 'search-kept-words',
    title: 'the same by words that half of the catalogue has',
    questions: frequentWords,
  }),
];
