import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

const ADAPTER = 'routes.ts';

/** A route as Strapi registered it: `info` and `config` are what its authentication works with. */
export type RegisteredRoute = {
  method: string;
  path: string;
  handler: unknown;
  info: { type: string; pluginName?: string };
  config?: {
    auth?: unknown;
    policies?: readonly unknown[];
    /** Run once the request is let in, before the handler; names are looked up when the server begins. */
    middlewares?: unknown[];
    prefix?: string;
  };
};

export type RegisteredRouter = {
  type?: string;
  prefix?: string;
  routes: readonly RegisteredRoute[];
};

type Routers = Readonly<Record<string, RegisteredRouter | undefined>>;

type Layer = { path: string; methods: readonly string[] };

type Matcher = {
  match: (
    path: string,
    method: string,
  ) => { path: readonly Layer[]; pathAndMethod: readonly Layer[] };
};

type Policy = {
  handler: (ctx: unknown, config: unknown, of: WithStrapi) => unknown;
  config: unknown;
};

type Policies = { resolve: (policies: readonly unknown[], info: unknown) => readonly Policy[] };

/** A router of a plugin, or of the admin panel, by its name; undefined where Strapi has no such router. */
export const findRouter = (
  { strapi }: WithStrapi,
  plugin: string,
  router: string,
): RegisteredRouter | undefined => {
  const routers: object = plugin === 'admin' ? strapi.admin.routes : strapi.plugin(plugin).routes;
  return (routers as Routers)[router];
};

/**
 * The paths, with their placeholders, of the routes that a request comes to, one after the other: those that
 * serve files come first, and pass on what is no file.
 */
export const matchedPaths = ({ strapi }: WithStrapi, ctx: Context): readonly string[] => {
  const router = requireFunctions<Matcher>(ADAPTER, strapi.server.router, ['match']);
  // Those without methods are middlewares of a router.
  return router
    .match(ctx.path, ctx.method)
    .pathAndMethod.filter(({ methods }) => methods.length > 0)
    .map(({ path }) => path);
};

/** Of these the first, which answers unless it serves files; undefined where none will. */
export const matchedPath = (context: WithStrapi, ctx: Context): string | undefined =>
  matchedPaths(context, ctx)[0];

/** At every address: the files of the service's own folder, and the panel's. */
const isEverywhere = ({ path }: Layer): boolean => /^\/?(?:[:(]|$)/.test(path);

/** The methods of the routes at a request's address; those that answer whatever no other route does are left out. */
export const methodsAt = ({ strapi }: WithStrapi, ctx: Context): readonly string[] => {
  const router = requireFunctions<Matcher>(ADAPTER, strapi.server.router, ['match']);
  const layers = router.match(ctx.path, ctx.method).path.filter((layer) => !isEverywhere(layer));
  return [...new Set(layers.flatMap(({ methods }) => methods))];
};

/** The policies of a route, ready to be asked. */
export const policiesOf = (
  { strapi }: WithStrapi,
  { config, info }: Pick<RegisteredRoute, 'config' | 'info'>,
): readonly Policy[] =>
  requireFunctions<Policies>(ADAPTER, strapi.get('policies'), ['resolve']).resolve(
    config?.policies ?? [],
    info,
  );

/**
 * Puts a middleware around routes of a plugin. Every Strapi in the process shares the routes, hence the middleware's
 * name is passed, not the function. Call it in `register`.
 *
 * @param handlers as in `collection-types.publish`; all routes of the router unless given
 */
export const aroundRoutes = (
  { strapi }: WithStrapi,
  { plugin, router, handlers }: { plugin: string; router: string; handlers?: ReadonlySet<unknown> },
  middleware: string,
): void => {
  const routes = findRouter({ strapi }, plugin, router)?.routes ?? [];
  for (const route of routes) {
    if (handlers?.has(route.handler) === false) continue;
    route.config ??= {};
    route.config.middlewares ??= [];
    if (!route.config.middlewares.includes(middleware)) route.config.middlewares.push(middleware);
  }
};

/** Puts a middleware around some handlers of the content manager, as {@link aroundRoutes} does. */
export const aroundContentManager = (
  context: WithStrapi,
  handlers: ReadonlySet<unknown>,
  middleware: string,
): void => {
  aroundRoutes(context, { plugin: 'content-manager', router: 'admin', handlers }, middleware);
};
