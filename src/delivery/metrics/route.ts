import type { Context } from 'koa';
import type { WithStrapi } from '../../platform/with-strapi';
import type { Metrics } from './metrics';

type Engine = { metrics: Metrics; bytes: () => object };

/**
 * Registers the route `/_delivery`, which shows the engine's metrics. The engine is created after
 * the routes, hence the function.
 */
export const registerMetricsRoute = ({ strapi }: WithStrapi, engine: () => Engine): void => {
  strapi.server.routes([
    {
      method: 'GET',
      path: '/_delivery',
      config: { auth: false },
      handler: (ctx: Context) => {
        const { metrics, bytes } = engine();
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { ...metrics, bytes: bytes() };
      },
    },
  ]);
};
