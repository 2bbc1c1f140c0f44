import { factories } from '@strapi/strapi';
import { listEpisodesBySeries, seriesEpisodes } from '../../../contracts/episode';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import { answer } from '../../../delivery/answer';
import { readerOf } from '../../../delivery/registry';

export default factories.createCoreController('api::episode.episode', ({ strapi }) => {
  const reader = readerOf({ strapi });

  const inLanguage = (slug: string, locale: string | undefined) =>
    reader.one('api::series.series', seriesEpisodes, {
      where: { slug },
      locale,
      sort: ['locale', 'documentId'],
    });

  const inPreferredLanguage = async (slug: string) =>
    (await inLanguage(slug, await strapi.plugin('i18n').service('locales').getDefaultLocale())) ??
    (await inLanguage(slug, undefined));

  return {
    bySeries: answer(listEpisodesBySeries, async ({ params: { seriesSlug }, query: { lang } }) => {
      const found =
        lang === undefined
          ? await inPreferredLanguage(seriesSlug)
          : await inLanguage(seriesSlug, lang);
      if (found === null) throw failure(catalogueFailures.SERIES_NOT_FOUND);
      return { data: found.episodes };
    }),
  };
});
