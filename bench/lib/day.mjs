import { setTimeout as sleep } from 'node:timers/promises';
import { slugAt } from '../data/catalogue.mjs';
import { zipf } from '../load/mix.mjs';
import { channelsOf, COURSES_ON_A_PAGE, oneBySlug, pageOfCourses } from '../targets/queries.mjs';
import { quantile } from './statistics.mjs';

/** @typedef {import('../targets/edits.mjs').Edit} Edit @typedef {import('../load/index.mjs').Load} Load */

/** Number of products in the catalogue of a working day. */
export const SIZE = 10_000;
const CONNECTIONS = 32;
const SECONDS = 10;
const EDIT_EVERY_MS = 1000;
/** Pages of courses; three in five products are courses. */
const PAGES = Math.ceil((SIZE * 3) / 5 / COURSES_ON_A_PAGE);
const LINES = 3;

/**
 * Returns the requests of visitors: mostly product pages, sometimes a list. @param {'ours' |
 * 'stock'} side
 */
export const mixOf = (side) => ({
  paths: [
    ...Array.from({ length: SIZE }, (_, index) => oneBySlug(slugAt(index))[side]),
    ...Array.from({ length: PAGES }, (_, index) => pageOfCourses(index + 1)[side]),
    ...Array.from({ length: LINES }, (_, index) => channelsOf(index + 1)[side]),
  ],
  weights: [...zipf(SIZE, 0.9), ...zipf(PAGES, 0.05), ...zipf(LINES, 0.05)],
});

/**
 * Requests everything once, so that entries invalidated by earlier edits do not affect the
 * measurement.
 *
 * @param {Load} load
 * @param {string} url
 * @param {import('../load/mix.mjs').Mix} mix
 * @param {Record<string, string>} [headers]
 */
export const fill = (load, url, { paths }, headers = {}) =>
  load.run({
    address: url,
    headers,
    mix: { paths, isOnce: true },
    connections: 8,
    seconds: 0,
  });

/**
 * Reads for a while, optionally with one edit per second.
 *
 * @param {object} options
 * @param {Load} options.load
 * @param {string} options.url URL for the reads
 * @param {import('../load/mix.mjs').Mix} options.mix
 * @param {{ edit: Edit, url: string }} [options.editor]
 * @param {Record<string, string>} [options.headers]
 */
export const day = async ({ load, url, mix, editor, headers = {} }) => {
  let isOver = false;
  /** @type {number[]} */
  const edits = [];
  const editing = async () => {
    while (editor !== undefined && !isOver) {
      const began = performance.now();
      edits.push(await editor.edit(editor.url));
      await sleep(Math.max(0, began + EDIT_EVERY_MS - performance.now()));
    }
  };
  const writer = editing();
  const {
    requests,
    seconds: took,
    latencies,
  } = await load.run({
    address: url,
    headers,
    mix,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  isOver = true;
  await writer;
  return { requests, rate: requests / took, p99: quantile(latencies, 0.99), edits };
};

/** @typedef {Awaited<ReturnType<typeof day>>} Day */
