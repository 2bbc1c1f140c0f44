import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { getFeatures } from '#feature/application';
import type { Metric, Sample } from '#feature/feature';
import { getAvailability } from '#platform/database';
import { isCollationOutdated } from '#platform/database/collation';
import { StartRefused } from '#platform/releases/start-refused';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { metricsSettings } from '../settings';
import { createAnswerMetrics } from './answers';
import { measureRuns, queueMetrics } from './jobs';
import { createNodeMetrics } from './node';

/** Maximum milliseconds that a scrape waits for one metric. */
const METRIC_TIMEOUT_MS = 2_000;

type Options = {
  registry: Registry;
  /** Tells whether the database is unavailable. */
  isUnavailable: () => boolean;
  onError: (name: string, error: unknown) => void;
};

const inTime = async <T>(work: Promise<T> | T): Promise<T> => {
  let timeout: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(new Error('took too long')), METRIC_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timeout);
  }
};

/** Registers a metric that is read at each scrape; metrics that cannot be read are omitted. */
const registerMetric = (
  definition: Metric,
  { registry, isUnavailable, onError }: Options,
): void => {
  const { name, help, kind, labels = [], asksDatabase = false, read } = definition;
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  const metric =
    kind === 'gauge'
      ? new Gauge({ ...options, collect: () => collect() })
      : new Counter({ ...options, collect: () => collect() });

  /**
   * Sets all samples synchronously; otherwise two simultaneous scrapes would count everything
   * twice.
   */
  const fill = (samples: readonly Sample[]): void => {
    metric.reset();
    // The metric starts with a zero that was not measured.
    if (labels.length === 0) metric.remove();
    for (const { value, labels: sampleLabels = {} } of samples)
      metric.inc({ ...sampleLabels }, value);
  };

  const collect = async (): Promise<void> => {
    if (asksDatabase && isUnavailable()) {
      fill([]);
      return;
    }
    try {
      fill(await inTime(read()));
    } catch (error) {
      fill([]);
      onError(name, error);
    }
  };
};

/**
 * Serves `/metrics` on a separate port, which can be closed to visitors.
 *
 * @throws StartRefused if it cannot listen there
 */
const listen = async (
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<Server> => {
  const server = createServer((req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartRefused(
      `It cannot show its figures where METRICS_HOST and METRICS_PORT say: ${(error as Error).message}`,
    );
  }
  return server;
};

/**
 * Number of sequences in the metric. All others are far from their end, and their order changes.
 */
const MAX_SEQUENCES = 10;

/**
 * Returns the metric of used ids. Strapi's ids are PostgreSQL's `integer`, which ends at
 * 2,147,483,647; the table then accepts no more rows. Each publication creates new rows of
 * relations and components, so ids are used up by edits, not by the number of rows.
 */
const createSequenceMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_sequence_used_ratio',
    help: `Share of a table's row numbers that is used, for the ${MAX_SEQUENCES} tables with the highest share`,
    kind: 'gauge',
    labels: ['sequence'],
    asksDatabase: true,
    read: async () => {
      const { rows } = await strapi.db.connection.raw<{
        rows: { sequence: string; used: number }[];
      }>(
        `SELECT schemaname || '.' || sequencename AS sequence, last_value::float8 / max_value AS used
         FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY used DESC, sequence LIMIT ?`,
        [MAX_SEQUENCES],
      );
      return rows.map(({ sequence, used }) => ({ value: used, labels: { sequence } }));
    },
  },
];

/**
 * Returns the metric for indexes on text that were built with an earlier version of the collation.
 */
const createCollationMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_database_collation_outdated',
    help: 'Whether the collation version has changed since the indexes were built (1)',
    kind: 'gauge',
    asksDatabase: true,
    read: async () => [{ value: Number(await isCollationOutdated({ strapi })) }],
  },
];

const NAME = 'metrics';

type MetricsServer = { registry: Registry; server: Server | null };

/**
 * Returns the registry and its server; null if no port is set, because nothing is measured then.
 */
const findMetricsServer = ({ strapi }: WithStrapi): MetricsServer | null =>
  strapi.has(NAME) ? strapi.get(NAME) : null;

export const registerMetrics = ({ strapi }: WithStrapi): void => {
  if (metricsSettings.of({ strapi }).listen === null) return;
  const shown: MetricsServer = { registry: new Registry(), server: null };
  strapi.add(NAME, shown);
  measureRuns({ strapi }, shown.registry);
};

/** Measures the duration of each request. Returns undefined if no port is set. */
export const measureRequests = (_config: unknown, { strapi }: WithStrapi) => {
  const shown = findMetricsServer({ strapi });
  return shown === null ? undefined : createAnswerMetrics({ strapi }, shown.registry);
};

export const prepareMetrics = ({ strapi }: WithStrapi): void => {
  const registry = findMetricsServer({ strapi })?.registry;
  if (registry === undefined) return;
  // Metrics of the process, its memory, garbage collections and the lag of its event loop.
  collectDefaultMetrics({ register: registry });
  const metrics = [
    ...createNodeMetrics({ strapi }),
    ...queueMetrics({ strapi }),
    ...createSequenceMetrics({ strapi }),
    ...createCollationMetrics({ strapi }),
    ...getFeatures({ strapi }).flatMap((feature) => feature.metrics?.({ strapi }) ?? []),
  ];
  for (const metric of metrics) {
    registerMetric(metric, {
      registry,
      isUnavailable: () => getAvailability({ strapi }).isUnavailable(),
      onError: (name, error) =>
        strapi.log.debug(
          `metrics: ${name}: ${error instanceof Error ? error.message : String(error)}`,
        ),
    });
  }
};

export const startMetrics = async ({ strapi }: WithStrapi): Promise<void> => {
  const { listen: where } = metricsSettings.of({ strapi });
  const shown = findMetricsServer({ strapi });
  if (where === null || shown === null) return;
  shown.server = await listen(shown.registry, where);
};

export const stopMetrics = ({ strapi }: WithStrapi): void => {
  const shown = findMetricsServer({ strapi });
  shown?.server?.closeAllConnections();
  shown?.server?.close();
  shown?.registry.clear();
};
