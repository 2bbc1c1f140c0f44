import { factories } from '@strapi/strapi';
import {
  getSeries,
  listSeries,
  series,
  seriesDetail,
  seriesDetailWithLogins,
  seriesWithLogins,
} from '../contract';
import { createReadHandler } from '#delivery/handler';
import { catalogueErrors } from '#catalogue/errors';
import { listAnswer } from '#catalogue/list-answer';
import { mayHaveLinks, withoutKeptLink } from '#catalogue/login-links';
import { findRequestScope } from '#catalogue/request-scope';
import { pickFields } from '#catalogue/card';
import { createSlugFilter, createSlugNotFoundError } from '#catalogue/slug-not-found';
import type { z } from '@strapi/utils';
import type { View } from '#delivery/view';
import { isVisibleDraft } from '#delivery/readers/reader';

const UID = 'api::series.series';

/** Values of a version that decide about its links; no response has them. */
type Guard = Pick<z.output<typeof seriesWithLogins>, 'needLogin' | 'version'>;

type WithLogins = Omit<z.output<typeof seriesWithLogins>, keyof Guard>;
type Episodes = z.output<typeof series>['episodes'];

/**
 * Returns a series without links that require a login. Editors see the links of the series that
 * they preview, in the languages of the preview.
 */
const createLinkHider =
  ({ draft }: Pick<View, 'draft'>) =>
  <T extends WithLogins>(
    read: T,
    { needLogin, version }: Guard,
  ): Omit<T, 'episodes'> & { episodes: Episodes } => {
    const { documentId, headVideo, episodes } = read;
    if (isVisibleDraft(draft, UID, { documentId, locale: version })) {
      return { ...read, episodes: episodes.map(({ logins: _logins, ...episode }) => episode) };
    }
    return {
      ...read,
      headVideo: needLogin && headVideo !== null ? { ...headVideo, m3u8Link: null } : headVideo,
      episodes: episodes.map(withoutKeptLink),
    };
  };

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listSeries, async ({ query }, view, identifyStudent) => {
      const hasLinks = await mayHaveLinks({ strapi }, identifyStudent);
      const scope = { ...(await findRequestScope(view, query)), parameters: { lang: query.lang } };
      if (hasLinks) return listAnswer(view, UID, series, scope, query);
      const { fields, ...queryWithoutFields } = query;
      const { data, ...rest } = await listAnswer(
        view,
        UID,
        seriesWithLogins,
        scope,
        queryWithoutFields,
      );
      const hideLinks = createLinkHider(view);
      const withoutLinks = data
        .parse()
        .map(({ needLogin, version, ...episode }) => hideLinks(episode, { needLogin, version }));
      return { data: pickFields(withoutLinks, fields), ...rest };
    }),

    bySlug: read(getSeries, async ({ params: { slug, lang } }, view, identifyStudent) => {
      const options = {
        where: createSlugFilter(view, UID, slug),
        locale: lang,
        parameters: { lang },
      };
      const hasLinks = await mayHaveLinks({ strapi }, identifyStudent);
      const completeSeries = hasLinks ? await view.readOne(UID, seriesDetail, options) : null;
      if (completeSeries !== null) return { data: completeSeries };
      const document = hasLinks ? null : await view.readOne(UID, seriesDetailWithLogins, options);
      if (document === null) {
        throw await createSlugNotFoundError({ strapi }, view, catalogueErrors.SERIES_NOT_FOUND, {
          uid: UID,
          slug,
          lang,
        });
      }
      const { version, ...details } = document.parse();
      const { needLogin } = details;
      return { data: createLinkHider(view)(details, { needLogin, version }) };
    }),
  };
});
