import { slugAt } from '../data/catalogue.mjs';
import { throughputs } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { listOfAll, oneBySlug } from '../targets/queries.mjs';

const TURNS = 8;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number} options.wanted
 * @param {number} options.size
 * @param {string} options.path
 * @param {boolean} [options.isKnown] whether the client already has the response
 */
const figure = ({ name, title, wanted, size, path, isKnown = false }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: 16, round: 8 },
  isQuick: name === 'raw-5k',

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, load, rounds }) {
    const ours = await targets.get('ours', size);
    const address = ours.url + path;
    const { headers } = await mustGet(address);
    const raw = await targets.raw(address);
    const conditional = isKnown ? { 'If-None-Match': String(headers.etag) } : {};
    const request = { seconds: 4, headers: /** @type {Record<string, string>} */ (conditional) };
    const measured = await throughputs(
      { load, rounds },
      { ...request, name: 'ours', address, target: ours },
      { ...request, name: 'raw node:http', address: raw.url, target: raw },
      TURNS,
    );
    await raw.stop();
    return measured;
  },
});

const product = oneBySlug(slugAt(8)).ours;

export default [
  figure({
    name: 'raw-5k',
    title: 'hot product (5 KB) against raw node:http',
    wanted: 0.7,
    size: 1_000,
    path: product,
  }),
  figure({
    name: 'raw-350k',
    title: 'hot list of 100 (350 KB) against raw node:http',
    wanted: 0.9,
    size: 100,
    path: listOfAll(100).ours,
  }),
  figure({
    name: 'raw-3m',
    title: 'hot list of 1,000 (3.5 MB) against raw node:http',
    wanted: 0.85,
    size: 1_000,
    path: listOfAll(1_000).ours,
  }),
  figure({
    name: 'raw-304',
    title: 'hot 304 against raw node:http',
    wanted: 0.9,
    size: 1_000,
    path: product,
    isKnown: true,
  }),
];
