import { defineContentApiRoutes, route } from '#platform/http/route';
import {
  getReference,
  listBusinessLines,
  listLanguages,
  listReferences,
  businessLineRow,
  homePageRow,
  languageRow,
  referenceErrors,
  referenceTypes,
  type Reference,
  type ReferenceUid,
} from './contract';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { catalogueSettings } from '#catalogue/settings';
import { findRequestScope } from '#catalogue/request-scope';
import { createHttpError } from '#platform/http/errors';
import { buildPagination, getRequestedPage, computeWindow } from '#platform/http/pagination';
import { createReadHandler } from '#delivery/handler';
import { compose, createJsonList } from '#delivery/json';
import type { Languages, View } from '#delivery/view';
import { getLineCurrency } from '#catalogue/money/line-currency';
import { getPaymentProducts } from '#feature/application';
import { createSites, type Site } from '../links';
import { sluggedTypes } from '#catalogue/slugged-types';

const LANGUAGE = 'plugin::i18n.locale';

const pickPatterns = ({ patterns }: Site) => ({
  product: patterns['api::product.product'],
  channel: patterns['api::channel.channel'],
  series: patterns['api::series.series'],
  episode: patterns['api::episode.episode'],
  protagonist: patterns['api::protagonist.protagonist'],
  live: patterns['api::live.live'],
});

const answerOf = (
  uid: ReferenceUid,
  { documentId, languages }: Languages<Reference['languages'][number]>,
) => compose<Reference>({ uid, documentId, languages });

const findOfType = async (view: View, uid: ReferenceUid, documentId: string) => {
  const { documents } = await view.readByDocument(uid, referenceTypes[uid].form, {
    where: { documentId },
  });
  return documents.map((document) => answerOf(uid, document));
};

const createReferencesController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });
  const readSites = createSites({ strapi });

  return {
    list: read(listReferences, async ({ query: { uid, lang, vertical, ...paging } }, view) => {
      const { form, lines } = referenceTypes[uid];
      const { locale } = await findRequestScope(view, { lang, vertical });
      const isNarrowed = lines !== null && vertical !== undefined;
      const where = isNarrowed ? { [lines]: { slug: vertical } } : {};
      const page = getRequestedPage(paging);
      const window = page === null ? undefined : computeWindow(page);
      const { documents, total } = await view.readByDocument(uid, form, { where, locale }, window);
      return {
        data: createJsonList(documents.map((document) => answerOf(uid, document))),
        ...(page === null ? {} : { meta: { pagination: buildPagination(page, total) } }),
      };
    }),

    one: read(getReference, async ({ params: { documentId } }, view) => {
      const [entry] = (
        await Promise.all(sluggedTypes.map((uid) => findOfType(view, uid, documentId)))
      ).flat();
      if (entry === undefined) throw createHttpError(referenceErrors.REFERENCE_NOT_FOUND);
      return { data: entry };
    }),

    businessLines: read(listBusinessLines, async (_, view) => {
      const [rows, sites, homePages] = await Promise.all([
        view.readMany('api::vertical.vertical', businessLineRow, { sort: ['order', 'slug'] }),
        readSites(view),
        view.readMany('api::home-page.home-page', homePageRow, { sort: ['locale'] }),
      ]);
      const pages = homePages.parse();
      const listSiteLanguages = ({ slug, defaultLang }: { slug: string; defaultLang: string }) => {
        const ownPages = pages.filter(({ vertical }) => vertical.includes(slug));
        return [...new Set([defaultLang, ...ownPages.flatMap(({ locale }) => locale ?? [])])];
      };
      return {
        data: rows.parse().flatMap((line) => {
          const site = sites.find((item) => item.line === line.slug);
          // A line that was created between the reads appears with the next response.
          if (site === undefined) return [];
          return {
            ...line,
            currency: getLineCurrency({ strapi }, line),
            site: site.address,
            languages: listSiteLanguages(line),
            patterns: pickPatterns(site),
            timeZone: catalogueSettings.of({ strapi }).livesTimeZone,
            paymentAccounts: [...getPaymentProducts({ strapi }).listAccounts({ strapi })],
          };
        }),
      };
    }),

    languages: read(listLanguages, async (_, view) => {
      const [languages, preferred] = await Promise.all([
        view.readMany(LANGUAGE, languageRow, { sort: ['code'] }),
        view.defaultLocale(),
      ]);
      return {
        data: languages
          .parse()
          .map((language) => ({ ...language, isDefault: language.code === preferred })),
      };
    }),
  };
};

export default {
  controllers: { references: createReferencesController },
  routes: {
    'content-api': defineContentApiRoutes(
      route(listReferences, 'references.list'),
      route(getReference, 'references.one'),
      route(listBusinessLines, 'references.businessLines'),
      route(listLanguages, 'references.languages'),
    ),
  },
};
