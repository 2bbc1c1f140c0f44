import { factories } from '@strapi/strapi';
import type { z } from '@strapi/utils';
import {
  episodeDetailWithLogins,
  getEpisode,
  listEpisodesBySeries,
  seriesEpisodes,
  seriesEpisodesWithLogins,
} from '../contract';
import { catalogueErrors } from '#catalogue/errors';
import { mayHaveLinks, withoutKeptLink } from '#catalogue/login-links';
import { createSlugFilter, createSlugNotFoundError } from '#catalogue/slug-not-found';
import { createReadHandler } from '#delivery/handler';
import { compose, extractOnlyValue, type Json } from '#delivery/json';
import type { View } from '#delivery/view';
import { findRequestScope } from '#catalogue/request-scope';
import { pickFields } from '#catalogue/card';
import {
  buildPagination,
  getRequestedPage,
  computeWindow,
  type ListQuery,
} from '#platform/http/pagination';

type Query = Pick<ListQuery, 'page' | 'pageSize'> & { fields?: readonly string[] | undefined };

/**
 * Returns a list, or its requested page with the pagination; its items have the requested fields.
 * Its manual order requires reading it as a whole.
 */
const paginateList = <T extends object>(whole: Json<T[]>, { fields, ...query }: Query) => {
  const page = getRequestedPage(query);
  if (page === null) {
    return { data: fields === undefined ? whole : pickFields(whole.parse(), fields) };
  }
  const items = whole.parse();
  const { start, limit } = computeWindow(page);
  return {
    data: pickFields(items.slice(start, start + limit), fields),
    meta: { pagination: buildPagination(page, items.length) },
  };
};

const EPISODE = 'api::episode.episode';
const SERIES = 'api::series.series';

export default factories.createCoreController(EPISODE, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  const find = async <F extends z.ZodType>(
    view: View,
    form: F,
    slug: string,
    lang: string | undefined,
  ): Promise<Json<z.output<F>> | null> => {
    const inLanguage = (locale: string | undefined) =>
      view.readOne(SERIES, form, {
        where: { slug },
        locale,
        sort: ['locale', 'documentId'],
        parameters: { lang },
      });
    if (lang !== undefined) return inLanguage(lang);
    return (await inLanguage(await view.defaultLocale())) ?? (await inLanguage(undefined));
  };

  /** Returns the series that the request previews, whose links editors see; null for others. */
  const findPreviewed = async (view: View, slug: string, lang: string | undefined) => {
    if (view.draft?.uid !== SERIES) return null;
    const { documentId, locales } = view.draft;
    const locale = [
      lang ?? (await view.defaultLocale()),
      ...(lang === undefined ? locales : []),
    ].find((item) => locales.includes(item));
    if (locale === undefined) return null;
    const where = { slug, documentId };
    return view.readOne(SERIES, seriesEpisodes, { where, locale, parameters: { lang } });
  };

  return {
    bySeries: read(
      listEpisodesBySeries,
      async ({ params: { seriesSlug }, query: { lang, ...paging } }, view, identifyStudent) => {
        const notFound = () =>
          createSlugNotFoundError({ strapi }, view, catalogueErrors.SERIES_NOT_FOUND, {
            uid: SERIES,
            slug: seriesSlug,
            lang,
          });
        const previewed = await findPreviewed(view, seriesSlug, lang);
        if (previewed !== null)
          return paginateList(extractOnlyValue(previewed, 'episodes'), paging);
        if (await mayHaveLinks({ strapi }, identifyStudent)) {
          const document = await find(view, seriesEpisodes, seriesSlug, lang);
          if (document === null) throw await notFound();
          return paginateList(extractOnlyValue(document, 'episodes'), paging);
        }
        const series = await find(view, seriesEpisodesWithLogins, seriesSlug, lang);
        if (series === null) throw await notFound();
        return paginateList(compose(series.parse().episodes.map(withoutKeptLink)), paging);
      },
    ),

    bySlug: read(
      getEpisode,
      async ({ params: { slug }, query: { lang } }, view, identifyStudent) => {
        const hasLinks = await mayHaveLinks({ strapi }, identifyStudent);
        await findRequestScope(view, { lang });
        const document = await view.readOne(EPISODE, episodeDetailWithLogins, {
          where: createSlugFilter(view, EPISODE, slug),
          parameters: { lang },
        });
        if (document === null) {
          throw await createSlugNotFoundError({ strapi }, view, catalogueErrors.EPISODE_NOT_FOUND, {
            uid: EPISODE,
            slug,
          });
        }
        const { logins, ...episode } = document.parse();
        const needLogin = logins.includes(true);
        const isPreviewed = view.draft?.documentId === episode.documentId;
        // Without a published series, nothing says that the video needs no login.
        const isProtected = needLogin || logins.length === 0;
        const isHidden = isProtected && !hasLinks && !isPreviewed;
        return { data: { ...episode, ...(isHidden && { m3u8Link: null }), needLogin } };
      },
    ),
  };
});
