import type { Context } from 'koa';
import type { WithStrapi } from '../platform/strapi/with-strapi';
import { endpointsOf, featuresOf } from './application';

/** Path of the static files route, which receives all requests without another route. */
const EVERYWHERE = /^\/?(?:[:(]|$)/;

/**
 * Returns a function that names the endpoint of a finished request. The name is the contract's
 * `operationId`, `content-api` for Strapi's generated API, or `admin` for the panel and its API.
 * Files and unmatched requests are `none`. The names are few, because each is a separate metrics series.
 */
export const endpointNames = ({ strapi }: WithStrapi): ((ctx: Context) => string) => {
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api');
  const names = new Map(
    endpointsOf(featuresOf({ strapi })).map(({ method, path, operationId }) => [
      `${method} ${prefix}${path}`,
      operationId,
    ]),
  );
  return (ctx) => {
    const { _matchedRoute: route } = ctx as { _matchedRoute?: string };
    if (route === undefined || EVERYWHERE.test(route)) return 'none';
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const name = names.get(`${method} ${route}`);
    return name ?? (route.startsWith(`${prefix}/`) ? 'content-api' : 'admin');
  };
};
