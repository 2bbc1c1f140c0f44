import { setTimeout as sleep } from 'node:timers/promises';
import { filesFor } from '../data/catalogue.mjs';
import { day, fill, mixOf, SIZE } from '../lib/day.mjs';
import { median } from '../lib/statistics.mjs';
import { editChannel, editProduct, editProtagonist, replaceFile } from '../targets/edits.mjs';

/** @typedef {import('../lib/measure.mjs').Context} Context @typedef {import('../lib/day.mjs').Day} Day */

const AT_REST = 8;
/**
 * Publications before the measurement. A process that has published little still compiles that code
 * during the reads, while a real day is longer.
 */
const PUBLISHED_BEFORE = 40;

/** Kinds of edits, one per second; `nothing` is the baseline. */
const kinds = /** @type {const} */ ({
  nothing: undefined,
  product: () => editProduct(SIZE),
  protagonist: editProtagonist,
  channel: editChannel,
  file: () => replaceFile(filesFor(SIZE)),
});

/** @typedef {keyof typeof kinds} What */
/** @typedef {Record<What, Day> & { atRest: number }} Round */

/** @param {Context} context @returns {Promise<Round[]>} */
const measure = async ({ targets, load, rounds, names }) => {
  const { url } = await targets.get('ours', SIZE);
  const mix = mixOf('ours');
  /** @type {Round[]} */
  const all = [];
  const wantedNames = names.map((name) => (name === 'day-publish' ? 'day-product' : name));
  const chosen = /** @type {What[]} */ (Object.keys(kinds)).filter(
    (kind) => kind === 'nothing' || wantedNames.some((name) => name.startsWith(`day-${kind}`)),
  );
  const publish = editProduct(SIZE);
  for (let index = 0; index < PUBLISHED_BEFORE; index += 1) await publish(url);
  for (let round = 0; round < rounds; round += 1) {
    /** @type {Partial<Record<What, Day>>} */
    const days = {};
    for (const kind of chosen) {
      const edit = kinds[kind]?.();
      await fill(load, url, mix);
      days[kind] = await day({ load, url, mix, ...(edit && { editor: { edit, url } }) });
    }
    /** @type {number[]} */
    const atRest = [];
    for (let index = 0; index < AT_REST; index += 1) {
      atRest.push(await publish(url));
      await sleep(100);
    }
    all.push(/** @type {Round} */ ({ ...days, atRest: median(atRest) }));
  }
  return all;
};

/** @type {Promise<Round[]> | undefined} */
let measured;

/** All of these figures use the same run. @param {Context} context */
const roundsOf = (context) => (measured ??= measure(context));

/**
 * @param {Round[]} rounds
 * @param {What} what
 * @param {(with_: Day, without: Day, round: Round) => number} value
 */
const resultOf = (rounds, what, value) => ({
  values: rounds.map((round) => value(round[what], round.nothing, round)),
  details: {
    'without edits, answers a second': rounds.map(({ nothing }) => nothing.rate),
    'without edits, p99 ms': rounds.map(({ nothing }) => nothing.p99),
    'with edits, answers a second': rounds.map((round) => round[what].rate),
    'with edits, p99 ms': rounds.map((round) => round[what].p99),
    'edits made': rounds.map((round) => round[what].edits.length),
    'an edit, ms': rounds.map((round) => median(round[what].edits)),
    'a publication at rest, ms': rounds.map(({ atRest }) => atRest),
  },
});

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {What} options.what
 * @param {number | null} options.wanted
 */
const share = ({ name, title, what, wanted }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: what === 'product' ? 30 : 0, round: what === 'product' ? 27 : 12 },
  isQuick: what === 'product' || what === 'protagonist',

  /** @param {Context} context */
  measure: async (context) =>
    resultOf(await roundsOf(context), what, (edited, { rate }) => edited.rate / rate),
});

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number | null} options.wanted
 * @param {(edited: Day, without: Day, round: Round) => number} options.value
 */
const ofProducts = ({ name, title, wanted, value }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),
  takes: { once: 0, round: 0 },
  isQuick: true,

  /** @param {Context} context */
  measure: async (context) => resultOf(await roundsOf(context), 'product', value),
});

export default [
  share({
    name: 'day-product',
    title:
      'working day of 10,000 products: one product published a second, share of the throughput',
    what: 'product',
    wanted: 0.9,
  }),
  ofProducts({
    name: 'day-product-p99',
    title: 'the same, p99 against without',
    wanted: 2,
    value: (edited, without) => edited.p99 / without.p99,
  }),
  ofProducts({
    name: 'day-publish',
    title: 'the same, time of a publication against at rest',
    wanted: 2,
    value: ({ edits }, _without, { atRest }) => median(edits) / atRest,
  }),
  share({
    name: 'day-protagonist',
    title: 'one protagonist a second, shown by 500 products, share of the throughput',
    what: 'protagonist',
    wanted: 0.7,
  }),
  share({
    name: 'day-channel',
    title: 'one channel a second, shown by 2,500 products, share of the throughput',
    what: 'channel',
    wanted: 0.5,
  }),
  share({
    name: 'day-file',
    title: 'one file replaced a second, share of the throughput',
    what: 'file',
    wanted: 0.7,
  }),
];
