import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { findModel } from '#platform/strapi/models';
import { addRouteMiddleware, getRegistry } from '#platform/strapi/routes';
import { measureQuery, type Query } from './bounded-queries';
import { createPopulated, isPopulated, parsePopulate, type PopulatedFields } from './populated';

const { POPULATE_TOO_DEEP } = defineErrors({
  POPULATE_TOO_DEEP: {
    status: 400,
    message: {
      en: 'The panel populates one level only. Request nested entries separately.',
      es: 'El panel solo incluye un nivel de relaciones. Pide las entradas anidadas por separado.',
    },
  },
});

type State = { route: { handler: unknown; info?: { pluginName?: string } } };

/**
 * Parameters that the panel's forms send, or may send, to the handlers that list the entries of a
 * relation.
 */
const relationParameters: ReadonlySet<string> = new Set([
  'id',
  'locale',
  'status',
  'page',
  'pageSize',
  '_q',
  '_filter',
  'idsToOmit',
  'idsToInclude',
]);

const relationHandlers: ReadonlySet<unknown> = new Set([
  'relations.findAvailable',
  'relations.findExisting',
]);

/**
 * Drops all other parameters of those requests. Strapi copies them into a database query and does
 * not sanitise the result. With `populate`, it returned password hashes and reset tokens of
 * administrators.
 */
const keepRelationParameters = (ctx: Context): void => {
  if (!relationHandlers.has((ctx.state as State).route.handler)) return;
  const relationQuery = Object.entries(ctx.query).filter(([name]) => relationParameters.has(name));
  Object.assign(ctx.request, { query: Object.fromEntries(relationQuery) });
};

/** Returns true if more than one level is populated. */
const isNested = ({ attributes }: PopulatedFields): boolean =>
  [...attributes.values()].some(isPopulated);

const PARENT = 'parent';

/**
 * Returns the population without the grandparent folder, which the media library requests as well.
 */
const withoutGrandparent = (populated: PopulatedFields): PopulatedFields => {
  const parent = populated.attributes.get(PARENT);
  const grandparent = parent?.attributes.get(PARENT);
  const isAlone = parent?.all === false && parent.attributes.size === 1;
  if (grandparent === undefined || !isAlone || isPopulated(grandparent)) return populated;
  return {
    ...populated,
    attributes: new Map([...populated.attributes, [PARENT, createPopulated()]]),
  };
};

const ADMIN = 'admin';

/**
 * Drops `populate` from requests to the routes of roles, tokens and administrators. Strapi's panel
 * never sends it there, and the list of roles returned complete administrator records with it.
 */
const dropSettingsPopulate = (ctx: Context): void => {
  if ((ctx.state as State).route.info?.pluginName !== ADMIN) return;
  const { populate: _, ...query } = ctx.query;
  Object.assign(ctx.request, { query });
};

const FOLDER = 'plugin::upload.folder';

/** Number of folders in a large library. */
const ALL_FOLDERS = 1_000;

const PANEL_LIST = { most: 100, usual: 10 };

/**
 * Returns the content type of a request. The content manager names it in the path; in the media
 * library each controller has one type.
 */
const getPanelType = (ctx: Context): string | undefined => {
  const { model } = ctx.params as { model?: string };
  if (model !== undefined) return model;
  const { route } = ctx.state as State;
  const [controller] = String(route.handler).split('.');
  if (controller === 'admin-folder') return FOLDER;
  return controller === 'admin-file' ? 'plugin::upload.file' : undefined;
};

/**
 * Limits lists of the panel to the content API's page size, because Strapi has no limit for them.
 */
const limitPageSize = (ctx: Context): void => {
  const { pageSize } = ctx.query as Query;
  if (pageSize === undefined || Number(pageSize) <= PANEL_LIST.most) return;
  Object.assign(ctx.request, { query: { ...ctx.query, pageSize: String(PANEL_LIST.most) } });
};

/**
 * Returns the maximum number of entries that a request of the panel reads. A list of folders has no
 * pages unless the request asks for one.
 */
const computeMaxPanelEntries = (uid: string, { params, query }: Context): number => {
  const { id } = params as { id?: string };
  if (id !== undefined) return 1;
  const pageSize = Number((query as Query).pageSize);
  if (pageSize > 0) return pageSize;
  return uid === FOLDER ? ALL_FOLDERS : PANEL_LIST.usual;
};

/**
 * Rejects requests of the panel that would populate more than one level, or as many rows as the
 * content API rejects. Strapi limits neither in the content manager and the media library. One
 * request with nine levels blocked the event loop for minutes.
 *
 * @throws ValidationError `POPULATE_TOO_DEEP`, `QUERY_TOO_LARGE`, `FILTERS_TOO_WIDE` or
 * `POPULATED_SORT_NOT_TAKEN`
 */
const limitPanelQueries =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    keepRelationParameters(ctx);
    dropSettingsPopulate(ctx);
    limitPageSize(ctx);
    const query: Query = ctx.query;
    const uid = getPanelType(ctx);
    const populated = parsePopulate(query.populate);
    const bounded = uid === FOLDER ? withoutGrandparent(populated) : populated;
    if (isNested(bounded)) throw createLocalizedError({ strapi }, POPULATE_TOO_DEEP);
    if (uid !== undefined && findModel({ strapi }, uid) !== undefined) {
      const entries = computeMaxPanelEntries(uid, ctx);
      await measureQuery({ strapi }, { uid, query, entries });
    }
    await next();
  };

/** Name of the middleware in Strapi's routes. */
const PANEL_QUERIES = 'global::panel-queries';

/**
 * Adds {@link limitPanelQueries} to every route of the content manager, the media library and the
 * panel's settings. Call it in `register`.
 */
export const guardPanelQueries = (context: WithStrapi): void => {
  getRegistry(context, 'middlewares').set(PANEL_QUERIES, limitPanelQueries);
  for (const plugin of [ADMIN, 'content-manager', 'upload']) {
    addRouteMiddleware(context, { plugin, router: 'admin' }, PANEL_QUERIES);
  }
};
