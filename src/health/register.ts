import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { deliveryOf } from '../delivery/registry';
import { jobsOf } from '../jobs';
import type { Settings } from '../settings';
import { createDatabaseProbe } from './database-probe';
import { createReadiness, type Readiness } from './readiness';

const NAME = 'health';

/** Seconds after which asking again is worth it. */
const RETRY_AFTER = 5;

type Health = Readiness & { stop: () => Promise<void> };

const createHealth = ({ strapi }: { strapi: Core.Strapi }): Health => {
  const { url } = strapi.config.get<Settings['database']>('settings.database');
  const probe = createDatabaseProbe(url);
  const readiness = createReadiness({
    checks: {
      database: () => probe.answers(),
      changes: () => deliveryOf({ strapi }).isListening(),
      jobs: () => jobsOf({ strapi }).isWorking(),
      contracts: () => deliveryOf({ strapi }).isCompiled(),
    },
    log: strapi.log,
  });
  return { ...readiness, stop: () => probe.end() };
};

/** Whether this node is to be sent requests, as `/_ready` tells load balancers. */
export const healthOf = ({ strapi }: { strapi: Core.Strapi }): Health => strapi.get(NAME);

/**
 * Serves `/_ready`. Strapi's own `/_health` beside it says only that the process is alive and asks nobody:
 * restarting a process does not bring its database back.
 */
export const registerHealth = ({ strapi }: { strapi: Core.Strapi }): void => {
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
  ] as never);
};
