import { factories } from '@strapi/strapi';
import { listEpisodesBySeries, seriesEpisodes } from '../contract';
import { catalogueErrors } from '../../../catalogue/errors';
import { slugNotFound } from '../../../plugins/redirects';
import { createReadHandler } from '../../../reading/handler';
import { onlyValueOf } from '../../../reading/json';
import type { View } from '../../../reading/view';
import { pageOf } from '../services/page-of';

export default factories.createCoreController('api::episode.episode', ({ strapi }) => {
  const read = createReadHandler({ strapi });

  const inLanguage = (view: View, slug: string, locale: string | undefined) =>
    view.one('api::series.series', seriesEpisodes, {
      where: { slug },
      locale,
      sort: ['locale', 'documentId'],
    });

  const inPreferredLanguage = async (view: View, slug: string) =>
    (await inLanguage(view, slug, await view.defaultLocale())) ??
    (await inLanguage(view, slug, undefined));

  return {
    bySeries: read(
      listEpisodesBySeries,
      async ({ params: { seriesSlug }, query: { lang, ...paging } }, view) => {
        const found =
          lang === undefined
            ? await inPreferredLanguage(view, seriesSlug)
            : await inLanguage(view, seriesSlug, lang);
        if (found === null) {
          throw await slugNotFound({ strapi }, view, catalogueErrors.SERIES_NOT_FOUND, {
            uid: 'api::series.series',
            slug: seriesSlug,
            lang,
          });
        }
        return pageOf(onlyValueOf(found, 'episodes'), paging);
      },
    ),
  };
});
