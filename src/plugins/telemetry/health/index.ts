import type { Context } from 'koa';
import { getEngine } from '#delivery/engine';
import type { Feature } from '#feature/feature';
import { getAvailability } from '#platform/database';
import { getJobs } from '#platform/jobs';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { warnOfMemory } from './server/memory';
import { createReadiness, type Readiness } from './server/readiness';

const NAME = 'health';

/** Seconds in the `Retry-After` header. */
const RETRY_AFTER = 5;

const createHealth = ({ strapi }: WithStrapi): Readiness =>
  createReadiness({
    checks: {
      database: () => !getAvailability({ strapi }).isUnavailable(),
      clock: () => getAvailability({ strapi }).clock.isRight(),
      connections: async () => {
        const { supply } = getAvailability({ strapi });
        const supplied = [supply.isThere(), getEngine({ strapi }).isSupplied()];
        return (await Promise.all(supplied)).every(Boolean);
      },
      changes: () => getEngine({ strapi }).isListening(),
      jobs: () => getJobs({ strapi }).isWorking(),
      contracts: () => getEngine({ strapi }).isCompiled(),
    },
    log: strapi.log,
  });

/** Returns the readiness of this node, which `/_ready` reports to load balancers. */
const getReadiness = ({ strapi }: WithStrapi): Readiness => strapi.get(NAME);

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
        const report = await getReadiness({ strapi }).report();
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
  start: ({ strapi }) => getReadiness({ strapi }).started(),
  drain: ({ strapi }) => getReadiness({ strapi }).drain(),
  stop: ({ strapi }) => getReadiness({ strapi }).drain(),
};

export { getReadiness };
