import type { Context, Next } from 'koa';
import { catalogueSettings } from '#catalogue/settings';
import { defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { listMembers, sortPaths } from '#platform/http/queries/sort-paths';
import type { AuthState } from '#platform/strapi/authentication';
import { findModel } from '#platform/strapi/models';
import type { WithStrapi } from '#platform/strapi/with-strapi';

const SERIES = 'api::series.series';

/** An entry in a response, with its attributes by name. */
type Entry = Record<string, unknown>;

const listEntries = (value: unknown): readonly Entry[] =>
  [value]
    .flat()
    .filter(
      (item): item is Entry => typeof item === 'object' && item !== null && !Array.isArray(item),
    );

type LinkedVideos = { series: Entry[]; episodes: Entry[] };

/** Returns the series and episodes in a response, at any depth of population. */
const collectLinkedEntries = ({ strapi }: WithStrapi, uid: string, data: unknown): LinkedVideos => {
  const linked: LinkedVideos = { series: [], episodes: [] };
  const walk = (modelUid: string, value: unknown): void => {
    const attributes = Object.entries(findModel({ strapi }, modelUid)?.attributes ?? {});
    for (const entry of listEntries(value)) {
      if (modelUid === SERIES) linked.series.push(entry);
      if (modelUid === EPISODE) linked.episodes.push(entry);
      for (const [name, attribute] of attributes) {
        const { type, target, component } = attribute ?? {};
        const inner = entry[name];
        if (inner === undefined || inner === null) continue;
        if (type === 'dynamiczone') {
          for (const part of listEntries(inner)) walk(String(part.__component), part);
        } else if (type === 'relation' && target !== undefined) walk(target, inner);
        else if (type === 'component' && component !== undefined) walk(component, inner);
      }
    }
  };
  walk(uid, data);
  return linked;
};

const published = { publishedAt: { $notNull: true } };

/**
 * Removes the links of series that need a login, and of their episodes, from a response of the
 * generated API. A series that no longer exists at the lookup counts as one that needs a login, and
 * so does an episode without a published series.
 */
const takeLinks = async ({ strapi }: WithStrapi, uid: string, data: unknown): Promise<void> => {
  const { series, episodes } = collectLinkedEntries({ strapi }, uid, data);
  const withVideo = series.filter(({ headVideo }) => listEntries(headVideo).length > 0);
  const withLink = episodes.filter(({ m3u8Link }) => typeof m3u8Link === 'string');

  if (withVideo.length > 0) {
    const rows = (await strapi.db.query(SERIES).findMany({
      where: { id: { $in: withVideo.map(({ id }) => id) }, needLogin: false },
      select: ['id'],
    })) as { id: number }[];
    const free = new Set<unknown>(rows.map(({ id }) => id));
    for (const { id, headVideo } of withVideo) {
      if (free.has(id)) continue;
      for (const video of listEntries(headVideo)) if ('m3u8Link' in video) video.m3u8Link = null;
    }
  }

  if (withLink.length > 0) {
    const inSeries = async (needLogin: boolean): Promise<ReadonlySet<unknown>> => {
      const rows = (await strapi.db.query(EPISODE).findMany({
        where: {
          ...published,
          documentId: { $in: withLink.map(({ documentId }) => documentId) },
          series: { needLogin, ...published },
        },
        select: ['documentId'],
      })) as { documentId: string }[];
      return new Set(rows.map(({ documentId }) => documentId));
    };
    const [free, closed] = await Promise.all([inSeries(false), inSeries(true)]);
    for (const episode of withLink) {
      const { documentId } = episode;
      if (closed.has(documentId) || !free.has(documentId)) episode.m3u8Link = null;
    }
  }
};

const LINK = 'm3u8Link';
const EPISODE = 'api::episode.episode';

const isCondition = (key: string, value: unknown): boolean =>
  key === LINK || (key === 'sort' && sortPaths(value).some((path) => path.includes(LINK)));

const hasLinkCondition = (value: unknown): boolean =>
  listMembers(value).some(([key, inner]) => isCondition(key, inner) || hasLinkCondition(inner));

/**
 * Returns true if the result of a query depends on a video's link. A caller who may filter or sort
 * by the link can guess it letter by letter. A search without a field (`_q`) covers every text of
 * the type.
 */
const isLinkDependent = (uid: string, query: Readonly<Record<string, unknown>>): boolean =>
  (uid === EPISODE && query._q !== undefined) || hasLinkCondition(query);

const { LINKS_NOT_PUBLIC } = defineErrors({
  LINKS_NOT_PUBLIC: {
    status: 403,
    message: {
      en: 'Only signed-in callers may search, filter or order by links of videos.',
      es: 'Solo quien ha iniciado sesión puede buscar, filtrar u ordenar por enlaces de vídeos.',
    },
  },
});

type State = AuthState & { route: { handler: string } };

/**
 * True for students and for servers with an API token. They see all links, because they may write
 * back what they read.
 */
const isSignedIn = ({ auth }: State): boolean =>
  auth?.credentials !== undefined && auth.credentials !== null;

/**
 * Hides the links of series that need a login from anonymous callers of the generated API, if the
 * setting says so. Endpoints with a contract do this themselves.
 */
export const hideLoginLinks =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const state = ctx.state as State;
    if (!catalogueSettings.of({ strapi }).seriesLoginProtectsLinks || isSignedIn(state)) {
      await next();
      return;
    }
    const { handler } = state.route;
    const uid = handler.slice(0, handler.lastIndexOf('.'));
    if (isLinkDependent(uid, ctx.query)) throw createLocalizedError({ strapi }, LINKS_NOT_PUBLIC);
    await next();
    ctx.vary('Authorization');
    const { data } = (ctx.body ?? {}) as { data?: unknown };
    await takeLinks({ strapi }, uid, data);
  };
