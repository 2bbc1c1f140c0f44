import againstStock from './against-stock.mjs';
import besideRebuild from './beside-rebuild.mjs';
import directus from './directus.mjs';
import growth from './growth.mjs';
import homePage from './home-page.mjs';
import hotAgainstRaw from './hot-against-raw.mjs';
import lists from './lists.mjs';
import memory from './memory.mjs';
import publishing from './publishing.mjs';

/**
 * One line of the table.
 *
 * @typedef {object} Figure
 * @property {string} name to ask for it by
 * @property {string} title
 * @property {number | null} wanted null: only to understand another figure
 * @property {'x' | 'ms'} unit
 * @property {'more' | 'less'} better
 * @property {(context: import('../lib/measure.mjs').Context) =>
 *   Promise<import('../lib/measure.mjs').Measurement | { skipped: string }>} measure
 */

/** @type {readonly Figure[]} */
export const figures = [
  ...hotAgainstRaw,
  ...againstStock,
  ...directus,
  ...homePage,
  ...lists,
  ...besideRebuild,
  ...memory,
  ...growth,
  ...publishing,
];
