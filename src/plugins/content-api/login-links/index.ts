import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { catalogueSettings } from '../../../catalogue/settings';
import { defineErrors } from '../../../platform/http/errors';
import { localizedError } from '../../../platform/http/localized-error';
import type { AuthState } from '../../../platform/strapi/authentication';
import { takeLinks } from './entries';
import { sortPaths } from '../../../platform/http/queries/sort-paths';

const LINK = 'm3u8Link';
const EPISODE = 'api::episode.episode';

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const isCondition = (key: string, value: unknown): boolean =>
  key === LINK || (key === 'sort' && sortPaths(value).some((path) => path.includes(LINK)));

const asksWithin = (value: unknown): boolean =>
  entriesOf(value).some(([key, inner]) => isCondition(key, inner) || asksWithin(inner));

/**
 * Returns true if the result of a query depends on a video's link. A caller who may filter or sort
 * by the link can guess it letter by letter. A search without a field (`_q`) covers every text of
 * the type.
 */
const dependsOnLinks = (uid: string, query: Readonly<Record<string, unknown>>): boolean =>
  (uid === EPISODE && query._q !== undefined) || asksWithin(query);

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
export const loginLinks =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const state = ctx.state as State;
    if (!catalogueSettings.of({ strapi }).seriesLoginProtectsLinks || isSignedIn(state)) {
      await next();
      return;
    }
    const { handler } = state.route;
    const uid = handler.slice(0, handler.lastIndexOf('.'));
    if (dependsOnLinks(uid, ctx.query)) throw localizedError({ strapi }, LINKS_NOT_PUBLIC);
    await next();
    ctx.vary('Authorization');
    const { data } = (ctx.body ?? {}) as { data?: unknown };
    await takeLinks({ strapi }, uid, data);
  };
