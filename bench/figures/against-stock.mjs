import { slugAt } from '../data/catalogue.mjs';
import { throughputs } from '../lib/measure.mjs';
import { mustGet } from '../load/get.mjs';
import { listOfAll, oneBySlug } from '../targets/queries.mjs';

const TURNS = 2;
const STOCK_SECONDS = 8;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {number} options.wanted
 * @param {number} options.size
 * @param {import('../targets/index.mjs').Kind} options.kind
 * @param {import('../targets/queries.mjs').Question} options.question
 * @param {number} options.stockConnections fewer for slow responses, of which 32 would be
 * unfinished at the end
 */
const figure = ({ name, title, wanted, size, kind, question, stockConnections }) => ({
  name,
  title,
  wanted,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: 26, round: 12 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, load, rounds }) {
    const ours = await targets.get(kind, size);
    const stock = await targets.get('stock', size);
    const [address, ofStock] = [ours.url + question.ours, stock.url + question.stock];
    await mustGet(address);
    await mustGet(ofStock);
    return throughputs(
      { load, rounds },
      { name: 'ours', address, target: ours, seconds: 4 },
      {
        name: 'stock',
        address: ofStock,
        target: stock,
        seconds: STOCK_SECONDS,
        connections: stockConnections,
      },
      TURNS,
    );
  },
});

const product = oneBySlug(slugAt(8));

export default [
  figure({
    name: 'stock-one',
    title: 'hot product against stock REST',
    wanted: 300,
    size: 1_000,
    kind: 'ours',
    question: product,
    stockConnections: 32,
  }),
  figure({
    name: 'stock-list',
    title: 'hot list of 100 against stock REST',
    wanted: 500,
    size: 100,
    kind: 'ours',
    question: listOfAll(100),
    stockConnections: 4,
  }),
  figure({
    name: 'cold-one',
    title: 'one product by slug without the response cache against stock REST, throughput',
    wanted: 20,
    size: 1_000,
    kind: 'warm',
    question: product,
    stockConnections: 32,
  }),
];
