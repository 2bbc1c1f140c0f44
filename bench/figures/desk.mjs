import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../lib/statistics.mjs';
import { signIn } from '../targets/panel.mjs';
import { EXPLORER, requestsOf, SITE } from './desk-requests.mjs';

const SCANNED_WITHIN_MS = 900_000;

/**
 * Waits for the background scan of a catalogue that was created directly in the database, which
 * would distort the measurement.
 */
const untilScanned = async (/** @type {import('../targets/panel.mjs').Panel} */ panel) => {
  const end = performance.now() + SCANNED_WITHIN_MS;
  for (;;) {
    const { body } = await panel.ask('/content-quality/to-do');
    /** @type {{ data: { scannedAt: string | null, isScanning: boolean } }} */
    const { data } = JSON.parse(body.toString());
    if (data.scannedAt !== null && !data.isScanning) return;
    if (performance.now() > end) throw new Error('The catalogue was not scanned in time');
    await sleep(1000);
  }
};

/**
 * Measures the median duration of each request.
 *
 * @param {import('../targets/panel.mjs').Panel} panel
 * @param {import('./desk-requests.mjs').Requests} requests
 * @param {number} times
 */
const timesOf = async (panel, requests, times) => {
  /** @type {Record<string, number>} */
  const took = {};
  for (const [name, request] of Object.entries(requests)) {
    const ask = typeof request === 'string' ? async () => (await panel.ask(request)).ms : request;
    /** @type {number[]} */
    const each = [];
    for (let index = 0; index < times; index += 1) each.push(await ask());
    took[name] = median(each);
  }
  return took;
};

/** @typedef {import('../lib/measure.mjs').Context} Context */

/** @param {Context} context */
const measure = async ({ targets, rounds }) => {
  const ours = await signIn(await targets.get('ours', 10_000));
  const stock = await signIn(await targets.get('stock', 10_000));
  await untilScanned(ours);
  const requests = await requestsOf(ours);
  const list = { list: EXPLORER };
  await timesOf(ours, requests, 2);
  await timesOf(stock, list, 5);
  /** @type {{ most: number, usual: number }[]} */
  const all = [];
  /** @type {Record<string, number[]>} */
  const details = {};
  const record = (/** @type {string} */ name, /** @type {number} */ ms) => {
    details[name] = [...(details[name] ?? []), ms];
  };
  for (let round = 0; round < rounds; round += 1) {
    const took = await timesOf(ours, requests, 3);
    const { list: usual = NaN } = await timesOf(stock, list, 9);
    for (const [name, ms] of Object.entries(took)) record(`${name}, ms`, ms);
    record('stock’s list, ms', usual);
    all.push({ most: Math.max(...Object.values(took)), usual });
  }
  return { all, details };
};

/** @type {ReturnType<typeof measure> | undefined} */
let measured;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number} options.wanted
 * @param {'x' | 'ms'} options.unit
 * @param {{ once: number, round: number }} options.takes
 */
const slowest = ({ name, title, wanted, unit, takes }) => ({
  name,
  title,
  wanted,
  unit,
  better: /** @type {const} */ ('less'),
  takes,

  /** Both figures use the same measurement. @param {Context} context */
  async measure(context) {
    const { all, details } = await (measured ??= measure(context));
    return { values: all.map(({ most, usual }) => (unit === 'ms' ? most : most / usual)), details };
  },
});

export default [
  slowest({
    name: 'desk',
    title: 'the slowest request of the desk at 10,000 products, time against stock’s list view',
    wanted: 10,
    unit: 'x',
    takes: { once: 40, round: 15 },
  }),
  slowest({
    name: 'desk-ms',
    title: 'the same, in milliseconds',
    wanted: 500,
    unit: 'ms',
    takes: { once: 0, round: 0 },
  }),
  {
    name: 'site-50000',
    title: 'the page Site at 50,000 products in two languages',
    wanted: 200,
    unit: /** @type {const} */ ('ms'),
    better: /** @type {const} */ ('less'),
    takes: { once: 25, round: 3 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, rounds }) {
      const ours = await signIn(await targets.get('ours', 50_000));
      await timesOf(ours, { SITE }, 3);
      /** @type {number[]} */
      const values = [];
      for (let round = 0; round < rounds; round += 1) {
        values.push(...Object.values(await timesOf(ours, { SITE }, 9)));
      }
      return { values };
    },
  },
];
