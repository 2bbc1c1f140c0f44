import { once } from 'node:events';
import { createServer } from 'node:http';
import { findFreePort } from '../../scripts/lib/ports.mjs';
import { slugAt } from '../data/catalogue.mjs';
import { throughputs } from '../lib/measure.mjs';
import { oneBySlug } from '../targets/queries.mjs';

const TURNS = 8;
const SIZE = 1_000;

/** Starts a collector that accepts and discards traces. */
const startCollector = async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

/**
 * Measures the cost of observability: a cached product with metrics, logs or traces against one
 * without.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {(collector: string) => Record<string, string> | Promise<Record<string, string>>}
 * options.settings
 */
const figure = ({ name, title, settings }) => ({
  name,
  title,
  wanted: null,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('more'),
  takes: { once: 25, round: 8 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, load, rounds }) {
    const collector = await startCollector();
    const plain = await targets.get('ours', SIZE);
    const seen = await targets.fresh('ours', SIZE, await settings(collector.url));
    const path = oneBySlug(slugAt(8)).ours;
    const measured = await throughputs(
      { load, rounds },
      { seconds: 4, name: 'seen', address: seen.url + path, target: seen },
      { seconds: 4, name: 'unseen', address: plain.url + path, target: plain },
      TURNS,
    );
    await seen.stop();
    collector.stop();
    return measured;
  },
});

export default [
  figure({
    name: 'seen-figures',
    title: 'hot product with METRICS_PORT, throughput against without',
    settings: async () => ({ METRICS_PORT: String(await findFreePort()) }),
  }),
  figure({
    name: 'seen-lines',
    title: 'hot product with a line in the log each, throughput against without',
    settings: () => ({ LOG_LEVEL: 'http', LOG_FORMAT: 'json', LOG_CACHE_HITS: 'true' }),
  }),
  figure({
    name: 'seen-traces',
    title: 'hot product with one in a hundred traced, throughput against without',
    settings: (url) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '0.01' }),
  }),
  figure({
    name: 'seen-all-traces',
    title: 'hot product with each one traced, throughput against without',
    settings: (url) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '1' }),
  }),
];
