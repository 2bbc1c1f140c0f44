import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getAvailability } from '#platform/database';
import type { Metric, Sample } from '#feature/feature';
import { getEngine } from '#delivery/engine';
import type { Metrics } from '#delivery/metrics/metrics';
import { RELEASE } from '#platform/releases/release';
import { countPoolConnections, type PoolCounts } from '#platform/strapi/connection-pool';
import { getReadiness } from '../../health';

/** Help texts of the delivery engine's counters, by their names in the engine. */
const counted: Readonly<Record<keyof Metrics, string>> = {
  hits: 'Responses from the response cache',
  notModified: 'Responses 304 (not modified) from the response cache',
  misses: 'Responses that were computed, because none was cached',
  documentHits: 'Cached documents in computed responses',
  renders: 'Documents read from the database',
  selections: 'Queries that select the documents of a response',
  revalidations: 'Cached responses whose queries ran again to check the selected documents',
  updates: 'Responses assembled again from cached documents',
  refreshes: 'Popular responses refreshed in the background',
  stale: 'Stale responses sent while the database was unavailable',
  changes: 'Changes received from the database',
  reconnections: 'Losses of the connection that receives changes',
};

/** Former names that dashboards and alarms of operators use. */
const formerNames: Readonly<Partial<Record<string, string>>> = { documentHits: 'fragmentHits' };

const buildMetricName = (counter: string): string =>
  (formerNames[counter] ?? counter).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const createSample = (value: number | boolean): readonly Sample[] => [{ value: Number(value) }];

const each = (label: string, values: object): readonly Sample[] =>
  Object.entries(values).map(([name, value]) => ({
    value: Number(value),
    labels: { [label]: name },
  }));

const collectPoolCounts = ({ strapi }: WithStrapi): Readonly<Record<string, PoolCounts>> => ({
  strapi: countPoolConnections({ strapi }),
  reads: getEngine({ strapi }).connectionCounts(),
});

/** Returns the metrics of this node: build, readiness, database connections and caches. */
export const createNodeMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_build_info',
    help: 'Always 1; the labels name the versions of this node',
    kind: 'gauge',
    labels: ['release', 'strapi', 'node'],
    read: () => [
      {
        value: 1,
        labels: {
          release: String(RELEASE),
          strapi: strapi.config.get<string>('info.strapi', ''),
          node: process.versions.node,
        },
      },
    ],
  },
  {
    name: 'cms_ready',
    help: 'Whether this node is ready for requests (1)',
    kind: 'gauge',
    read: async () => createSample((await getReadiness({ strapi }).report()).status === 'ready'),
  },
  {
    name: 'cms_database_away',
    help: 'Whether the database is unavailable (1)',
    kind: 'gauge',
    read: () => createSample(getAvailability({ strapi }).isUnavailable()),
  },
  {
    name: 'cms_database_read_only',
    help: 'Whether the database is read-only (1), as a standby is',
    kind: 'gauge',
    read: () => createSample(getAvailability({ strapi }).isReadOnly()),
  },
  {
    name: 'cms_clock_skew_seconds',
    help: 'Seconds by which the clock of the node is ahead of the clock of the database; negative: behind',
    kind: 'gauge',
    read: () => [{ value: getAvailability({ strapi }).clock.skew() / 1000 }],
  },
  {
    name: 'cms_database_short_total',
    help: 'Statements that failed because the disk or memory of the database was full',
    kind: 'counter',
    read: () => createSample(getAvailability({ strapi }).shortages()),
  },
  {
    name: 'cms_delivery_listening',
    help: 'Whether this node receives changes (1); otherwise it does not use its caches',
    kind: 'gauge',
    read: () => createSample(getEngine({ strapi }).isListening()),
  },
  {
    name: 'cms_delivery_silent_seconds',
    help: 'Seconds since the last message on the connection that receives changes',
    kind: 'gauge',
    read: () => createSample(getEngine({ strapi }).secondsSilent()),
  },
  {
    name: 'cms_delivery_bytes',
    help: 'Size of each cache',
    kind: 'gauge',
    labels: ['of'],
    read: () => each('of', getEngine({ strapi }).bytes()),
  },
  {
    name: 'cms_delivery_max_bytes',
    help: 'Maximum size of each cache; below the setting if the heap limit is small',
    kind: 'gauge',
    labels: ['of'],
    read: () => each('of', getEngine({ strapi }).maxBytes()),
  },
  ...Object.entries(counted).map(([name, help]): Metric => ({
    name: `cms_delivery_${buildMetricName(name)}_total`,
    help,
    kind: 'counter',
    read: () => createSample(getEngine({ strapi }).metrics[name as keyof Metrics]),
  })),
  {
    name: 'cms_database_connections',
    help: 'Connections to the database, by pool (strapi, reads) and state (used, free)',
    kind: 'gauge',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(collectPoolCounts({ strapi })).flatMap(([pool, { used, free }]) =>
        each('state', { used, free }).map(({ value, labels }) => ({
          value,
          labels: { pool, ...labels },
        })),
      ),
  },
  {
    name: 'cms_database_connections_wanted',
    help: 'Callers that wait for a connection of a pool',
    kind: 'gauge',
    labels: ['pool'],
    read: () =>
      Object.entries(collectPoolCounts({ strapi })).map(([pool, { waiting }]) => ({
        value: waiting,
        labels: { pool },
      })),
  },
];
