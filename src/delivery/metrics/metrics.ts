import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** Counters of the delivery engine since the process started. */
export const createMetrics = () => ({
  /** Responses from the cache, with and without a body. */
  hits: 0,
  notModified: 0,
  /** Responses that had to be computed. */
  misses: 0,
  /** Cached documents used in those responses. */
  documentHits: 0,
  /** Documents read from the database. */
  renders: 0,
  /** Queries for which documents exist, or how many. */
  selections: 0,
  /** Checks of the query results of a cached response, whether they passed or not. */
  revalidations: 0,
  /** Responses assembled again from the document cache. */
  updates: 0,
  /** Responses refreshed in the background. */
  refreshes: 0,
  /** Stale responses sent while the database was unavailable. */
  stale: 0,
  /** Changes received. */
  changes: 0,
  /** Losses of the listening connection. */
  reconnections: 0,
});

export type Metrics = ReturnType<typeof createMetrics>;

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
