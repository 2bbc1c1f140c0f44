import { factories } from '@strapi/strapi';
import type { UID } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { route } from '#platform/http/route';
import { getRegistry } from '#platform/strapi/routes';
import { limitSearch } from '#platform/strapi/stored-queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { limitQueries } from './bounded-queries';
import { hideLoginLinks } from './login-links';
import { requirePublished } from './published-only';

type State = { route: { handler: string } };

type Query = { _q?: unknown; filters?: unknown };

/**
 * Limits a search in the generated API to the fields of its responses. Strapi searches private
 * fields as well, so callers could guess their content letter by letter.
 */
const limitPublicSearch =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const query: Query = ctx.query;
    const { _q: text, filters } = query;
    if (typeof text === 'string' && text !== '') {
      const { handler } = (ctx.state as State).route;
      const uid = handler.slice(0, handler.lastIndexOf('.')) as UID.ContentType;
      const model = strapi.getModel(uid);
      const isIncluded = (name: string): boolean => !contentTypes.isPrivateAttribute(model, name);
      const search = limitSearch({ strapi }, { uid, text, isIncluded });
      if (search !== null) {
        delete query._q;
        query.filters = { $and: [...(filters === undefined ? [] : [filters].flat()), search] };
      }
    }
    await next();
  };

/** Returns a new object each time, because Strapi writes a route's own permission scope into it. */
const createRouteConfig = () => ({
  policies: ['global::published-only'],
  // The search comes last, because the others read the query as it was sent.
  middlewares: ['global::bounded-queries', 'global::login-links', 'global::public-search'],
});

/**
 * Registers the policy and middlewares that routes of {@link createContentRouter} name. Gives types
 * with routes the generated controller and service that their folders do not define. Call it in
 * `register`.
 */
export const registerContentRoutes = ({ strapi }: WithStrapi): void => {
  getRegistry({ strapi }, 'policies').add('global::', { 'published-only': requirePublished });
  getRegistry({ strapi }, 'middlewares').add('global::', {
    'bounded-queries': limitQueries,
    'login-links': hideLoginLinks,
    'public-search': limitPublicSearch,
  });
  const controllers = getRegistry({ strapi }, 'controllers');
  const services = getRegistry({ strapi }, 'services');
  const defined = { controllers: new Set(controllers.keys()), services: new Set(services.keys()) };
  const uids = Object.entries(strapi.apis)
    .filter(([, { routes }]) => Object.keys(routes).length > 0)
    .flatMap(([api, { contentTypes }]) =>
      Object.keys(contentTypes).map((name) => `api::${api}.${name}` as UID.ContentType),
    );
  for (const uid of uids) {
    if (!defined.controllers.has(uid)) controllers.set(uid, factories.createCoreController(uid));
    if (!defined.services.has(uid)) services.set(uid, factories.createCoreService(uid));
  }
};

/**
 * Creates the router of a type: its endpoints, then its generated content API. On every generated
 * route it hides drafts from the public, limits populations, removes the links of series that need
 * a login, and searches public fields only. Permissions decide what the public and API tokens may
 * do there.
 */
export const createContentRouter = (
  uid: UID.ContentType,
  ...endpoints: readonly ReturnType<typeof route>[]
) => {
  const generated = factories.createCoreRouter(uid, {
    config: {
      find: createRouteConfig(),
      findOne: createRouteConfig(),
      create: createRouteConfig(),
      update: createRouteConfig(),
      delete: createRouteConfig(),
    },
  });
  return {
    type: 'content-api' as const,
    // A getter, because Strapi knows the models only after it has loaded this file.
    get routes(): readonly unknown[] {
      return [...endpoints, ...(generated.routes as readonly unknown[])];
    },
  };
};
