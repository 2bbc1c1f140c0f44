import { slugAt } from '../data/catalogue.mjs';
import { throughputs } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { listOfAll, oneBySlug } from '../targets/queries.mjs';

/**
 * Compares with Directus, which is not a dependency of this project. To measure it, run one over
 * equivalent tables with its cache enabled, and pass its URL.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number} options.wanted
 * @param {number} options.size
 * @param {string} options.path
 * @param {string} options.variable
 */
const figure = ({ name, title, wanted, size, path, variable }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: process.env[variable] ? { once: 20, round: 12 } : { once: 0, round: 0 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, load, rounds }) {
    const directus = process.env[variable];
    if (!directus)
      return { skipped: `set ${variable} to the whole address; see bench/results/README.md` };
    const ours = await targets.get('ours', size);
    const address = ours.url + path;
    await mustGet(address);
    await mustGet(directus);
    const elsewhere = { ...ours, cpuSeconds: () => 0 };
    return throughputs(
      { load, rounds },
      { name: 'ours', address, target: ours, seconds: 4 },
      { name: 'Directus', address: directus, target: elsewhere, seconds: 8 },
      2,
    );
  },
});

export default [
  figure({
    name: 'directus-one',
    title: 'hot product against Directus with its cache on',
    wanted: 50,
    size: 1_000,
    path: oneBySlug(slugAt(8)).ours,
    variable: 'BENCH_DIRECTUS_ONE',
  }),
  figure({
    name: 'directus-list',
    title: 'hot list of 100 against Directus with its cache on',
    wanted: 80,
    size: 100,
    path: listOfAll(100).ours,
    variable: 'BENCH_DIRECTUS_LIST',
  }),
];
