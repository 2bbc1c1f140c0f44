import type { Context } from 'koa';
import type { WithStrapi } from '../platform/with-strapi';
import { endpointsOf, featuresOf } from './application';

/** The route of files, which is asked for whatever no other route answers. */
const EVERYWHERE = /^\/?(?:[:(]|$)/;

/**
 * Tells of a request that Strapi has answered which endpoint it was for: the contract's `operationId`, else
 * `content-api` for Strapi's generated API, `admin` for the panel and its API, `none` for files and what nobody answers.
 * Few names, for each is a row of figures of its own.
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
    const known = names.get(`${method} ${route}`);
    return known ?? (route.startsWith(`${prefix}/`) ? 'content-api' : 'admin');
  };
};
