import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { availabilityOf } from '../../../../platform/database';
import { engineOf } from '../../../../delivery/engine';
import { jobsOf } from '../../../../platform/jobs';
import { createReadiness, type Readiness } from './readiness';

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
export const healthOf = ({ strapi }: WithStrapi): Readiness => strapi.get(NAME);

/**
 * Serves `/_ready`. Strapi's own `/_health` only shows that the process is alive, without any
 * checks, because a restart does not repair the database.
 */
export const registerHealth = ({ strapi }: WithStrapi): void => {
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
