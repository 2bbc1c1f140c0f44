import type { Context } from 'koa';
import type { WithStrapi } from '../../with-strapi';
import {
  findRouter,
  matchedPath,
  type RegisteredRoute,
  type RegisteredRouter,
} from '../../strapi/routes';

const CREATE = 'plugin::upload.assets.create';
const UPDATE = 'plugin::upload.assets.update';

type ActionOf = (ctx: Context) => string;

/**
 * The handlers, of Strapi 5.54 and of ours, that read `ctx.request.files`, or whose caller in the admin panel sends a form:
 * router by router as `<plugin>.<router>`, with the permission that the handler itself asks of an
 * administrator, beyond what its route says. Another handler that takes files is a line here.
 */
const HANDLERS: Readonly<Record<string, Readonly<Record<string, ActionOf | null>>>> = {
  'upload.admin': {
    'admin-upload.upload': (ctx) => (ctx.query.id ? UPDATE : CREATE),
    'admin-upload.uploadFile': () => CREATE,
    'admin-upload.replaceFile': () => UPDATE,
    'admin-upload.updateFileInfo': () => UPDATE,
  },
  'upload.content-api': { 'content-api.upload': null },
  'admin.admin': { 'admin.updateProjectSettings': null },
  'import-export.admin': { 'runs.beginImport': null, 'runs.readRows': null },
};

export type UploadRoute = {
  route: RegisteredRoute;
  /** What an administrator needs besides what the route demands; null: nothing. */
  actionOf: ActionOf | null;
};

const withoutEndSlash = (path: string): string => path.replace(/\/+$/, '');

/**
 * Finds the routes that take files among those that Strapi registered, with the router that will answer the
 * request: no way of writing an address can make this say one thing and the router another.
 */
export const createUploadRoutes = ({ strapi }: WithStrapi) => {
  let routes: Map<string, UploadRoute> | undefined;

  const addressOf = (
    { type, prefix = '' }: RegisteredRouter,
    { path, config }: RegisteredRoute,
  ): string => {
    const api = type === 'content-api' ? strapi.config.get<string>('api.rest.prefix') : '';
    return withoutEndSlash(`${api}${config?.prefix ?? prefix}${path}`);
  };

  const collect = (): Map<string, UploadRoute> => {
    const found = new Map<string, UploadRoute>();
    for (const [name, handlers] of Object.entries(HANDLERS)) {
      const [plugin = '', kind = ''] = name.split('.');
      const router = findRouter({ strapi }, plugin, kind);
      for (const [handler, actionOf] of Object.entries(handlers)) {
        const route = router?.routes.find((one) => one.handler === handler);
        if (router === undefined || route === undefined) {
          strapi.log.warn(`multipart: Strapi no longer has ${name} ${handler}; it takes no files`);
          continue;
        }
        found.set(`${route.method} ${addressOf(router, route)}`, { route, actionOf });
      }
    }
    return found;
  };

  /** The upload route that will answer a request, if it is one. */
  return (ctx: Context): UploadRoute | undefined => {
    // Only now: middlewares are made before the routes are registered.
    routes ??= collect();
    const path = matchedPath({ strapi }, ctx);
    return path === undefined ? undefined : routes.get(`${ctx.method} ${withoutEndSlash(path)}`);
  };
};
