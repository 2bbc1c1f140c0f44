import type { Context } from 'koa';
import type { WithStrapi } from '../../platform/with-strapi';

/** Counters of the delivery engine since the process started. */
export type Metrics = {
  /** Responses from the cache, with and without a body. */
  hits: number;
  notModified: number;
  /** Responses that had to be computed. */
  misses: number;
  /** Cached documents used in those responses. */
  documentHits: number;
  /** Documents read from the database. */
  renders: number;
  /** Queries for which documents exist, or how many. */
  selections: number;
  /** Checks of the query results of a cached response, whether they passed or not. */
  revalidations: number;
  /** Responses assembled again from the document cache. */
  updates: number;
  /** Responses refreshed in the background. */
  refreshes: number;
  /** Stale responses sent while the database was unavailable. */
  stale: number;
  /** Changes received. */
  changes: number;
  /** Losses of the listening connection. */
  reconnections: number;
};

export const createMetrics = (): Metrics => ({
  hits: 0,
  notModified: 0,
  misses: 0,
  documentHits: 0,
  renders: 0,
  selections: 0,
  revalidations: 0,
  updates: 0,
  refreshes: 0,
  stale: 0,
  changes: 0,
  reconnections: 0,
});

/** Registers the route `/_delivery`, which shows the metrics. */
export const registerMetricsRoute = (
  { strapi }: WithStrapi,
  getEngine: () => { metrics: Metrics; bytes: () => object },
): void => {
  strapi.server.routes([
    {
      method: 'GET',
      path: '/_delivery',
      config: { auth: false },
      handler: (ctx: Context) => {
        const { metrics, bytes } = getEngine();
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { ...metrics, bytes: bytes() };
      },
    },
  ]);
};
