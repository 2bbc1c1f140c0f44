import { slugAt } from '../data/catalogue.mjs';
import { mustGet } from '../load/get.mjs';

const MEGABYTE = 1024 * 1024;
const BOUND_MB = 512;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {number} options.size
 * @param {{ once: number, round: number }} options.takes
 */
const figure = ({ name, size, takes }) => ({
  name,
  title: `memory after reading ${size} products in two languages, against its bounds (${BOUND_MB} MB)`,
  wanted: 1,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),
  takes,

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, load }) {
    const { url } = await targets.fresh('ours', size, { DELIVERY_DEBUG_HEADERS: 'true' });
    const paths = ['es', 'en'].flatMap((language) =>
      Array.from(
        { length: size },
        (_, index) => `/api/products/productBySlug/${slugAt(index)}/${language}`,
      ),
    );
    await load.run({ address: url, mix: { paths, isOnce: true }, connections: 8, seconds: 0 });
    const { body } = await mustGet(`${url}/_delivery`);
    /** @type {{ bytes: Record<string, number> }} */
    const { bytes } = JSON.parse(body.toString());
    const megabytes = Object.entries(bytes).map(([part, count]) => [part, count / MEGABYTE]);
    const all = megabytes.reduce((sum, [, count]) => sum + Number(count), 0);
    return {
      values: [all / BOUND_MB],
      details: Object.fromEntries(
        megabytes.map(([part, count]) => [`${String(part)}, MB`, [Number(count)]]),
      ),
    };
  },
});

export default [
  figure({ name: 'index-10000', size: 10_000, takes: { once: 30, round: 0 } }),
  figure({ name: 'index-50000', size: 50_000, takes: { once: 110, round: 0 } }),
];
