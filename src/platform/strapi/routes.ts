import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

const ADAPTER = 'routes.ts';

/** A route as Strapi registered it. Its authentication reads `info` and `config`. */
export type RegisteredRoute = {
  method: string;
  path: string;
  handler: unknown;
  info: { type: string; pluginName?: string };
  config?: {
    auth?: unknown;
    policies?: readonly unknown[];
    /**
     * Middlewares after authentication and before the handler. Names are resolved when the server
     * starts.
     */
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

/** Returns a router of a plugin or of the admin panel by name; undefined where Strapi has none. */
export const findRouter = (
  { strapi }: WithStrapi,
  plugin: string,
  router: string,
): RegisteredRouter | undefined => {
  const routers: object = plugin === 'admin' ? strapi.admin.routes : strapi.plugin(plugin).routes;
  return (routers as Routers)[router];
};

/**
 * Returns the paths, with placeholders, of all routes that match a request, in order. Routes that
 * serve files come first and pass on requests without a matching file.
 */
export const listMatchedPaths = ({ strapi }: WithStrapi, ctx: Context): readonly string[] => {
  const router = requireFunctions<Matcher>(ADAPTER, strapi.server.router, ['match']);
  // Layers without methods are middlewares of a router.
  return router
    .match(ctx.path, ctx.method)
    .pathAndMethod.filter(({ methods }) => methods.length > 0)
    .map(({ path }) => path);
};

/**
 * Returns the path of the first matching route, which answers unless it serves files; undefined
 * where no route matches.
 */
export const findMatchedPath = (context: WithStrapi, ctx: Context): string | undefined =>
  listMatchedPaths(context, ctx)[0];

/**
 * Returns whether a layer matches every path, as the static files of the service and the panel do.
 */
const isEverywhere = ({ path }: Layer): boolean => /^\/?(?:[:(]|$)/.test(path);

/**
 * Returns the methods of the routes at a request's path, without the layers that match every path.
 */
export const listMethods = ({ strapi }: WithStrapi, ctx: Context): readonly string[] => {
  const router = requireFunctions<Matcher>(ADAPTER, strapi.server.router, ['match']);
  const layers = router.match(ctx.path, ctx.method).path.filter((layer) => !isEverywhere(layer));
  return [...new Set(layers.flatMap(({ methods }) => methods))];
};

type Parts = {
  controllers: Core.Controller | ((context: WithStrapi) => Core.Controller);
  services: Core.Service | ((context: WithStrapi) => Core.Service);
  policies: (ctx: never, config: unknown, of: WithStrapi) => boolean;
  middlewares: Core.MiddlewareFactory;
};

type Registry<Part> = {
  keys: () => readonly string[];
  /** Replaces the part with this uid. */
  set: (uid: string, part: Part) => unknown;
  /** Adds parts to a namespace, such as `global::`. Throws if a uid is in use. */
  add: (namespace: string, parts: Readonly<Record<string, Part>>) => unknown;
};

/** Returns Strapi's registry of the parts that routes name. Add parts in `register`. */
export const getRegistry = <Name extends keyof Parts>(
  { strapi }: WithStrapi,
  name: Name,
): Registry<Parts[Name]> =>
  requireFunctions<Registry<Parts[Name]>>(ADAPTER, strapi.get(name), ['keys', 'set', 'add']);

export const resolvePolicies = (
  { strapi }: WithStrapi,
  { config, info }: Pick<RegisteredRoute, 'config' | 'info'>,
): readonly Policy[] =>
  requireFunctions<Policies>(ADAPTER, strapi.get('policies'), ['resolve']).resolve(
    config?.policies ?? [],
    info,
  );

/**
 * Adds a middleware to routes of a plugin. Every Strapi in the process shares the routes, hence the
 * middleware's name is passed, not the function. Call it in `register`.
 *
 * @param handlers such as `collection-types.publish`; all routes of the router by default
 */
export const addRouteMiddleware = (
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

/** Adds a middleware to handlers of the content manager, as {@link addRouteMiddleware} does. */
export const addContentManagerMiddleware = (
  context: WithStrapi,
  handlers: ReadonlySet<unknown>,
  middleware: string,
): void => {
  addRouteMiddleware(context, { plugin: 'content-manager', router: 'admin', handlers }, middleware);
};

type EntryHandlers = Record<'findOne' | 'publish', (ctx: Context) => Promise<unknown>>;

/**
 * Returns the content manager's handlers for one entry (`@strapi/content-manager`,
 * server/controllers/collection-types). They can serve a request of another route: the parameter
 * `id` identifies the entry.
 */
export const getEntryHandlers = ({ strapi }: WithStrapi): EntryHandlers =>
  requireFunctions<EntryHandlers>(
    ADAPTER,
    strapi.plugin('content-manager').controller('collection-types'),
    ['findOne', 'publish'],
  );
