import againstStock from './against-stock.mjs';
import besideLogins from './beside-logins.mjs';
import besideRebuild from './beside-rebuild.mjs';
import desk from './desk.mjs';
import directus from './directus.mjs';
import growth from './growth.mjs';
import homePage from './home-page.mjs';
import hotAgainstRaw from './hot-against-raw.mjs';
import importing from './importing.mjs';
import indexMemory from './index-memory.mjs';
import large from './large.mjs';
import lists from './lists.mjs';
import memory from './memory.mjs';
import observed from './observed.mjs';
import people from './people.mjs';
import publishing from './publishing.mjs';
import search from './search.mjs';
import start from './start.mjs';
import workingDay from './working-day.mjs';
import workingDayCompared from './working-day-compared.mjs';

/**
 * One line of the table.
 *
 * @typedef {object} Figure
 * @property {string} name name for selecting it
 * @property {string} title
 * @property {number | null} wanted target; null for figures that only explain another one
 * @property {'x' | 'ms'} unit
 * @property {'more' | 'less'} better
 * @property {{ once: number, round: number }} [takes] seconds on two processors; `usual` by default
 * @property {boolean} [isQuick] whether `--quick` measures it
 * @property {boolean} [isAsked] whether it is measured only if it is named, because it takes a
 * quarter of an hour
 * @property {(context: import('../lib/measure.mjs').Context) =>
 * Promise<import('../lib/measure.mjs').Measurement | { skipped: string }>} measure
 */

/** @type {readonly Figure[]} */
export const figures = [
  ...hotAgainstRaw,
  ...againstStock,
  ...directus,
  ...homePage,
  ...lists,
  ...large,
  ...besideRebuild,
  ...besideLogins,
  ...memory,
  ...growth,
  ...publishing,
  ...search,
  ...people,
  ...desk,
  ...observed,
  ...start,
  ...workingDay,
  ...workingDayCompared,
  ...indexMemory,
  ...importing,
];

/** Duration of most figures: two services start and warm up once, and both run in each round. */
const usual = { once: 25, round: 14 };

/**
 * Returns about how many seconds some figures take once their databases exist.
 *
 * @param {readonly Figure[]} chosen
 * @param {number} rounds
 */
export const secondsFor = (chosen, rounds) =>
  chosen.reduce((sum, { takes = usual }) => sum + takes.once + takes.round * rounds, 0);
