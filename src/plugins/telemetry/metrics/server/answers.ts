import type { Context, Next } from 'koa';
import { Histogram, type Registry } from 'prom-client';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createEndpointNamer } from '#feature/application';
import { subscribeToCacheHits } from '#delivery/http-cache/fast-path';

/**
 * Seconds. Responses from memory take a tenth of a millisecond, uploads and checkouts several
 * seconds.
 */
const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type From = 'memory' | 'made';

type Observe = (seconds: number) => void;

/**
 * Measures the duration of every response. Responses from memory report themselves; the returned
 * middleware measures the others.
 */
export const createAnswerMetrics = (
  { strapi }: WithStrapi,
  registry: Registry,
): ((ctx: Context, next: Next) => Promise<void>) => {
  const histogram = new Histogram({
    name: 'cms_http_answer_seconds',
    help: 'Duration of responses, by endpoint, status and origin (cache or computed)',
    labelNames: ['endpoint', 'status', 'from'],
    buckets: BUCKETS,
    registers: [registry],
  });

  /**
   * Observers by status for each endpoint, so that responses from memory do not have to build
   * labels.
   */
  const rows: Record<From, Map<string, Map<number, Observe>>> = {
    memory: new Map(),
    made: new Map(),
  };

  const observe = (from: From, endpoint: string, status: number, seconds: number): void => {
    let row = rows[from].get(endpoint);
    if (row === undefined) rows[from].set(endpoint, (row = new Map<number, Observe>()));
    let count = row.get(status);
    if (count === undefined) {
      const child = histogram.labels({ endpoint, status, from });
      row.set(status, (count = (value) => child.observe(value)));
    }
    count(seconds);
  };

  subscribeToCacheHits({ strapi }, ({ endpoint, status, milliseconds }) =>
    observe('memory', endpoint, status, milliseconds / 1000),
  );

  let nameOf: ((ctx: Context) => string) | undefined;

  return async (ctx, next) => {
    const since = performance.now();
    let isObserved = false;
    const observeOnce = (status: number): void => {
      if (isObserved) return;
      isObserved = true;
      nameOf ??= createEndpointNamer({ strapi });
      observe('made', nameOf(ctx), status, (performance.now() - since) / 1000);
    };
    ctx.res.once('close', () => {
      const { writableFinished, statusCode } = ctx.res;
      // Status that nginx uses for clients that disconnect before the response.
      observeOnce(writableFinished ? statusCode : 499);
    });
    await next();
    // Open for as long as the page of its reader.
    if (ctx.type === 'text/event-stream') observeOnce(ctx.status);
  };
};
