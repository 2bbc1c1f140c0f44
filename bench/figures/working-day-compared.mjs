import { findFreePort } from '../../scripts/lib/ports.mjs';
import { day, fill, mixOf, SIZE } from '../lib/day.mjs';
import { median } from '../lib/statistics.mjs';
import { mustGet } from '../load/get.mjs';
import { zipf } from '../load/mix.mjs';
import { editDirectus, editProduct } from '../targets/edits.mjs';

/** @typedef {import('../lib/measure.mjs').Context} Context @typedef {import('../lib/day.mjs').Day} Day */

const YEAR = '31536000';

/**
 * Starts a service with Varnish in front of it, and the same service without; null if Varnish is
 * not installed.
 */
const withVarnish = async (/** @type {Context} */ { targets }) => {
  const port = await findFreePort();
  const service = await targets.fresh('ours', SIZE, {
    DELIVERY_TAG_HEADERS: 'xkey',
    DELIVERY_S_MAXAGE: YEAR,
    DELIVERY_DEBUG_HEADERS: 'true',
    EDGE_VARNISH: `http://127.0.0.1:${port}`,
  });
  const varnish = await targets.varnish(port, service);
  if (varnish === null) return null;
  return { service, varnish };
};

/** @param {string} url */
const readsOf = async (url) => {
  /** @type {{ hits: number, notModified: number, misses: number }} */
  const counted = JSON.parse((await mustGet(`${url}/_delivery`)).body.toString());
  return counted.hits + counted.notModified + counted.misses;
};

/** @param {Context} context */
const measureEdge = async (context) => {
  const both = await withVarnish(context);
  if (both === null) return null;
  const { service, varnish } = both;
  const mix = mixOf('ours');
  const { load, rounds } = context;
  // Browsers send this header. Varnish stores the compressed body, and sends no length if it
  // decompresses while streaming.
  const headers = { 'Accept-Encoding': 'gzip' };
  /** @type {{ hits: number, through: Day, alone: Day }[]} */
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    const editor = { edit: editProduct(SIZE), url: service.url };
    await fill(load, service.url, mix, headers);
    const alone = await day({ load, url: service.url, mix, editor, headers });
    await fill(load, varnish.url, mix, headers);
    const before = await readsOf(service.url);
    const through = await day({ load, url: varnish.url, mix, editor, headers });
    const passed = (await readsOf(service.url)) - before;
    all.push({ hits: 1 - passed / through.requests, through, alone });
  }
  return all;
};

/** @type {ReturnType<typeof measureEdge> | undefined} */
let measuredEdge;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number | null} options.wanted
 * @param {{ once: number, round: number }} options.takes
 * @param {(round: { hits: number, through: Day, alone: Day }) => number} options.value
 */
const throughVarnish = ({ name, title, wanted, takes, value }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes,

  /** @param {Context} context */
  async measure(context) {
    const all = await (measuredEdge ??= measureEdge(context));
    if (all === null) return { skipped: 'varnishd is not installed' };
    return {
      values: all.map(value),
      details: {
        'through Varnish, answers a second': all.map(({ through }) => through.rate),
        'through Varnish, p99 ms': all.map(({ through }) => through.p99),
        'the service alone, answers a second': all.map(({ alone }) => alone.rate),
      },
    };
  },
});

const againstStock = {
  name: 'day-stock',
  title: 'the same, one product a second, throughput against stock REST',
  wanted: null,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: 40, round: 24 },

  /** @param {Context} context */
  async measure({ targets, load, rounds }) {
    const ours = await targets.get('ours', SIZE);
    const stock = await targets.get('stock', SIZE);
    /** @type {[Day, Day][]} */
    const all = [];
    for (let round = 0; round < rounds; round += 1) {
      const edit = editProduct(SIZE);
      /** @param {'ours' | 'stock'} side @param {string} url */
      const spend = (side, url) => day({ load, url, mix: mixOf(side), editor: { edit, url } });
      await fill(load, ours.url, mixOf('ours'));
      all.push([await spend('ours', ours.url), await spend('stock', stock.url)]);
    }
    return {
      values: all.map(([ownDay, theirDay]) => ownDay.rate / theirDay.rate),
      details: {
        'ours, answers a second': all.map(([ownDay]) => ownDay.rate),
        'stock, answers a second': all.map(([, theirDay]) => theirDay.rate),
        'ours, an edit, ms': all.map(([ownDay]) => median(ownDay.edits)),
        'stock, an edit, ms': all.map(([, theirDay]) => median(theirDay.edits)),
      },
    };
  },
};

const directusSettings = ['BENCH_DIRECTUS_DAY', 'BENCH_DIRECTUS_LIST', 'BENCH_DIRECTUS_TOKEN'];

const againstDirectus = {
  name: 'day-directus',
  title: 'the same against Directus with its cache on',
  wanted: null,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: process.env.BENCH_DIRECTUS_DAY ? { once: 20, round: 24 } : { once: 0, round: 0 },

  /** @param {Context} context */
  async measure({ targets, load, rounds }) {
    const [product = '', list = '', token = ''] = directusSettings.map((name) => process.env[name]);
    if (!product || !list || !token) {
      return { skipped: `set ${directusSettings.join(', ')}; see bench/results/README.md` };
    }
    const ours = await targets.get('ours', SIZE);
    const { origin } = new URL(product);
    const below = (/** @type {string} */ address) => address.slice(origin.length);
    const products = Array.from({ length: SIZE }, (_, index) =>
      product.replace('{n}', String(index)),
    );
    const mix = {
      paths: [...products.map(below), below(list)],
      weights: [...zipf(SIZE, 0.9), 0.1],
    };
    const edit = editProduct(SIZE);
    const editThere = editDirectus(products, token);
    /** @type {[Day, Day][]} */
    const all = [];
    for (let round = 0; round < rounds; round += 1) {
      await fill(load, ours.url, mixOf('ours'));
      const editor = { edit, url: ours.url };
      const ownDay = await day({ load, url: ours.url, mix: mixOf('ours'), editor });
      await fill(load, origin, mix);
      const theirDay = await day({
        load,
        url: origin,
        mix,
        editor: { edit: editThere, url: origin },
      });
      all.push([ownDay, theirDay]);
    }
    return {
      values: all.map(([ownDay, theirDay]) => ownDay.rate / theirDay.rate),
      details: {
        'ours, answers a second': all.map(([ownDay]) => ownDay.rate),
        'Directus, answers a second': all.map(([, theirDay]) => theirDay.rate),
      },
    };
  },
};

export default [
  throughVarnish({
    name: 'day-varnish-hits',
    title: 'through Varnish, one product a second: share of hits',
    wanted: 0.98,
    takes: { once: 45, round: 26 },
    value: ({ hits }) => hits,
  }),
  throughVarnish({
    name: 'day-varnish',
    title: 'through Varnish, throughput against the service alone',
    wanted: null,
    takes: { once: 0, round: 0 },
    value: ({ through, alone }) => through.rate / alone.rate,
  }),
  againstStock,
  againstDirectus,
];
