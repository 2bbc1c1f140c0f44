import type { Context } from 'koa';
import { engineOf } from '#delivery/engine';
import type { Feature } from '#feature/feature';
import { availabilityOf } from '#platform/database';
import { jobsOf } from '#platform/jobs';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { warnOfMemory } from './server/memory';
import { createReadiness, type Readiness } from './server/readiness';

const NAME = 'health';

/** Seconds in the `Retry-After` header. */
const RETRY_AFTER = 5;

const createHealth = ({ strapi }: WithStrapi): Readiness =>
  createReadiness({
    checks: {
      database: () => !availabilityOf({ strapi }).isUnavailable(),
      clock: () => availabilityOf({ strapi }).clock.isRight(),
      connections: async () => {
        const { supply } = availabilityOf({ strapi });
        const supplied = [supply.isThere(), engineOf({ strapi }).isSupplied()];
        return (await Promise.all(supplied)).every(Boolean);
      },
      changes: () => engineOf({ strapi }).isListening(),
      jobs: () => jobsOf({ strapi }).isWorking(),
      contracts: () => engineOf({ strapi }).isCompiled(),
    },
    log: strapi.log,
  });

/** Returns the readiness of this node, which `/_ready` reports to load balancers. */
const healthOf = ({ strapi }: WithStrapi): Readiness => strapi.get(NAME);

/**
 * Serves `/_ready`. Strapi's own `/_health` only shows that the process is alive, without any
 * checks, because a restart does not repair the database.
 */
const registerHealth = ({ strapi }: WithStrapi): void => {
  strapi.add(NAME, () => createHealth({ strapi }));
  strapi.server.routes([
    {
      method: 'GET',
      path: '/_ready',
      config: { auth: false },
      handler: async (ctx: Context) => {
        const report = await healthOf({ strapi }).report();
        ctx.set('Cache-Control', 'no-store');
        if (report.status !== 'ready') {
          ctx.status = 503;
          ctx.set('Retry-After', String(RETRY_AFTER));
        }
        ctx.body = report;
      },
    },
  ]);
};

/** Tells load balancers whether this node is ready. */
export const health: Feature = {
  name: 'health',
  register(context): void {
    registerHealth(context);
    warnOfMemory(context);
  },
  start: ({ strapi }) => healthOf({ strapi }).started(),
  drain: ({ strapi }) => healthOf({ strapi }).drain(),
  stop: ({ strapi }) => healthOf({ strapi }).drain(),
};

export { healthOf };
