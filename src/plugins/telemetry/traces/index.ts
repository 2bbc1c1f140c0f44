import type { Context, Next } from 'koa';
import { subscribeToCacheHits } from '#delivery/http-cache/fast-path';
import { createEndpointNamer } from '#feature/application';
import type { Feature } from '#feature/feature';
import { getJobs } from '#platform/jobs';
import { getRequestId } from '#platform/request-id';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Tracing } from './server/tracing';
import { tracesSettings } from './settings';

const NAME = 'traces';

const getTracing = ({ strapi }: WithStrapi): { current: Tracing | null } => strapi.get(NAME);

/** Traces jobs and responses from memory. Without a collector, nothing is registered. */
const registerTraces = ({ strapi }: WithStrapi): void => {
  if (tracesSettings.of({ strapi }).collector === null) return;
  const tracing: { current: Tracing | null } = { current: null };
  strapi.add(NAME, () => tracing);
  subscribeToCacheHits({ strapi }, ({ req, endpoint, requestId }) =>
    tracing.current?.describe({ method: req.method ?? '', endpoint, requestId, from: 'memory' }),
  );
  getJobs({ strapi }).surround((job, work) => tracing.current?.traceJob(job, work) ?? work());
};

/** Names the span of a request by its endpoint. Returns undefined if no collector is set. */
export const traceRequests = (
  _config: unknown,
  { strapi }: WithStrapi,
): ((ctx: Context, next: Next) => Promise<void>) | undefined => {
  if (tracesSettings.of({ strapi }).collector === null) return undefined;
  const tracing = getTracing({ strapi });
  let nameOf: ((ctx: Context) => string) | undefined;
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      nameOf ??= createEndpointNamer({ strapi });
      tracing.current?.describe({
        method: ctx.method,
        endpoint: nameOf(ctx),
        requestId: getRequestId(ctx),
        from: 'made',
      });
    }
  };
};

const startTracing = async ({ strapi }: WithStrapi): Promise<void> => {
  const { collector } = tracesSettings.of({ strapi });
  if (collector === null) return;
  // Imported on demand, so that services without tracing load none of it.
  const { openTracing } = await import('./server/tracing.js');
  getTracing({ strapi }).current = openTracing(collector);
};

const stopTracing = async ({ strapi }: WithStrapi): Promise<void> => {
  if (tracesSettings.of({ strapi }).collector === null) return;
  await getTracing({ strapi }).current?.close();
};

/** Exports traces of requests, SQL and outgoing calls to an OpenTelemetry collector. */
export const traces: Feature = {
  name: 'traces',
  settings: [tracesSettings],
  register: registerTraces,
  bootstrap: startTracing,
  stop: stopTracing,
};
