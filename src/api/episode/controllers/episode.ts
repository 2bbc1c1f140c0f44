import { factories } from '@strapi/strapi';
import { listEpisodesBySeries, seriesEpisodes } from '../../../contracts/episode';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import { answer } from '../../../delivery/answer';
import { defaultLocale } from '../../../delivery/languages';
import { readerOf } from '../../../delivery/registry';
import { statusOf } from '../../../delivery/status';

type Status = ReturnType<typeof statusOf>;

export default factories.createCoreController('api::episode.episode', ({ strapi }) => {
  const reader = readerOf({ strapi });

  const inLanguage = (status: Status, slug: string, locale: string | undefined) =>
    reader.one('api::series.series', seriesEpisodes, {
      where: { slug },
      locale,
      sort: ['locale', 'documentId'],
      status,
    });

  const inPreferredLanguage = async (status: Status, slug: string) =>
    (await inLanguage(status, slug, await defaultLocale({ strapi }))) ??
    (await inLanguage(status, slug, undefined));

  return {
    bySeries: answer(
      listEpisodesBySeries,
      async ({ params: { seriesSlug }, query: { lang } }, ctx) => {
        const status = statusOf(ctx);
        const found =
          lang === undefined
            ? await inPreferredLanguage(status, seriesSlug)
            : await inLanguage(status, seriesSlug, lang);
        if (found === null) throw failure(catalogueFailures.SERIES_NOT_FOUND);
        return { data: found.episodes };
      },
    ),
  };
});
