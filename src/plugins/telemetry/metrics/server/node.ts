import type { WithStrapi } from '../../../../platform/with-strapi';
import { availabilityOf } from '../../../../platform/database';
import type { Metric, Sample } from '../../../../feature/metric';
import { engineOf } from '../../../../delivery/engine';
import type { Metrics } from '../../../../delivery/metrics/metrics';
import { RELEASE } from '../../../../platform/releases/release';
import { poolCounts, type PoolCounts } from '../../../../platform/strapi/connection-pool';
import { healthOf } from '../../health';

/** Help texts of the delivery engine's counters, by their names in the engine. */
const counted: Readonly<Record<keyof Metrics, string>> = {
  hits: 'Answers from memory',
  notModified: 'Answers from memory that said only that nothing has changed',
  misses: 'Answers of the reading endpoints that had to be made',
  documentHits: 'Documents from memory in answers that were made',
  renders: 'Documents that were read from the database',
  selections: 'Queries for which documents there are',
  revalidations: 'Answers for which it was asked whether the same documents are found',
  updates: 'Answers that were put together again from memory',
  refreshes: 'Answers that were made again before somebody asked',
  stale: 'Answers from before, sent while the database was away',
  changes: 'Changes that were heard of',
  reconnections: 'Losses of the connection that hears of changes',
};

/** Former names that dashboards and alarms of operators use. */
const formerNames: Readonly<Partial<Record<string, string>>> = { documentHits: 'fragmentHits' };

const metricName = (counter: string): string =>
  (formerNames[counter] ?? counter).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const one = (value: number | boolean): readonly Sample[] => [{ value: Number(value) }];

const each = (label: string, values: object): readonly Sample[] =>
  Object.entries(values).map(([name, value]) => ({
    value: Number(value),
    labels: { [label]: name },
  }));

const pools = ({ strapi }: WithStrapi): Readonly<Record<string, PoolCounts>> => ({
  strapi: poolCounts({ strapi }),
  reads: engineOf({ strapi }).connectionCounts(),
});

/** Returns the metrics of this node: build, readiness, database connections and caches. */
export const nodeMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_build_info',
    help: 'Always 1; what runs says its labels',
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
    help: 'Whether load balancers are told to send requests (1)',
    kind: 'gauge',
    read: async () => one((await healthOf({ strapi }).report()).status === 'ready'),
  },
  {
    name: 'cms_database_away',
    help: 'Whether the database is away (1)',
    kind: 'gauge',
    read: () => one(availabilityOf({ strapi }).isUnavailable()),
  },
  {
    name: 'cms_database_read_only',
    help: 'Whether the database takes no writes (1), as a standby does',
    kind: 'gauge',
    read: () => one(availabilityOf({ strapi }).isReadOnly()),
  },
  {
    name: 'cms_clock_skew_seconds',
    help: 'By how much the clock of the node is ahead of the clock of the database; negative: behind',
    kind: 'gauge',
    read: () => [{ value: availabilityOf({ strapi }).clock.skew() / 1000 }],
  },
  {
    name: 'cms_database_short_total',
    help: 'Statements that the database had no room or memory for',
    kind: 'counter',
    read: () => one(availabilityOf({ strapi }).shortages()),
  },
  {
    name: 'cms_delivery_listening',
    help: 'Whether this node hears of changes (1), without which nothing is answered from memory',
    kind: 'gauge',
    read: () => one(engineOf({ strapi }).isListening()),
  },
  {
    name: 'cms_delivery_silent_seconds',
    help: 'For how long nothing was heard over the connection that hears of changes',
    kind: 'gauge',
    read: () => one(engineOf({ strapi }).secondsSilent()),
  },
  {
    name: 'cms_delivery_bytes',
    help: 'What is kept in memory',
    kind: 'gauge',
    labels: ['of'],
    read: () => each('of', engineOf({ strapi }).bytes()),
  },
  {
    name: 'cms_delivery_max_bytes',
    help: 'What may be kept in memory: less than the settings say where the heap limit is small',
    kind: 'gauge',
    labels: ['of'],
    read: () => each('of', engineOf({ strapi }).maxBytes()),
  },
  ...Object.entries(counted).map(([name, help]): Metric => ({
    name: `cms_delivery_${metricName(name)}_total`,
    help,
    kind: 'counter',
    read: () => one(engineOf({ strapi }).metrics[name as keyof Metrics]),
  })),
  {
    name: 'cms_database_connections',
    help: 'Connections to the database, by pool (strapi, reads) and whether they are lent out (used) or idle (free)',
    kind: 'gauge',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(pools({ strapi })).flatMap(([pool, { used, free }]) =>
        each('state', { used, free }).map(({ value, labels }) => ({
          value,
          labels: { pool, ...labels },
        })),
      ),
  },
  {
    name: 'cms_database_connections_wanted',
    help: 'How many wait for a connection of a pool',
    kind: 'gauge',
    labels: ['pool'],
    read: () =>
      Object.entries(pools({ strapi })).map(([pool, { waiting }]) => ({
        value: waiting,
        labels: { pool },
      })),
  },
];
