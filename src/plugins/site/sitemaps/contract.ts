import { z } from '@strapi/utils';
import { listParam, langParam, text, verticalParam, integerParam } from '#platform/http/primitives';
import { catalogueErrors } from '#catalogue/errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { defineErrors } from '#platform/http/errors';
import { linkables, type LinkableUid } from '#catalogue/links/linkables';

const TAG = 'Finding';
const XML = ['application/xml'] as const;

export const sitemapErrors = defineErrors({
  SITEMAP_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This sitemap does not exist: the business line has no site address, or its sitemap has fewer pages.',
      es: 'No existe este mapa del sitio: la línea de negocio no tiene dirección de sitio o su mapa tiene menos páginas.',
    },
  },
});

export const languageCode = z.strictObject({ code: text });

const reads = [{ uid: 'plugin::i18n.locale', form: languageCode }];

/** Types of a sitemap by their names in the parameter `omit`. */
export const sitemapTypes = Object.fromEntries(
  linkables.map(({ uid }) => [uid.slice(uid.lastIndexOf('.') + 1), uid]),
) as Readonly<Record<string, LinkableUid>>;

const query = z.strictObject({
  omit: listParam(z.enum(Object.keys(sitemapTypes)))
    .optional()
    .describe('Types whose entries have no page on the site: `omit=live,protagonist`.'),
});

export const getSitemapIndex = defineEndpoint({
  operationId: 'getSitemapIndex',
  method: 'GET',
  path: '/sitemap.xml',
  tag: TAG,
  summary: 'Index of all sitemaps',
  description:
    'An index by the sitemaps protocol. It lists the sitemaps of every business line with a site address, one ' +
    'per language with entries.',
  query,
  reads,
  response: z.string(),
  mediaTypes: XML,
});

export const getSitemap = defineEndpoint({
  operationId: 'getSitemap',
  method: 'GET',
  path: '/sitemaps/:vertical/:lang',
  tag: TAG,
  summary: 'The sitemap of a business line in a language',
  description:
    'Lists the addresses of published entries on the site of the business line (`loc`), when each was last ' +
    'published (`lastmod`), and its other languages (`xhtml:link`). The patterns of the line build the ' +
    'addresses. Entries without a slug have no address. Episodes belong to the lines of their series; ' +
    'protagonists to the lines of their products, series, lives and episodes. Episodes and protagonists ' +
    'without a line are on every site.',
  params: z.strictObject({ vertical: verticalParam, lang: langParam }),
  query: query.extend({ page: integerParam({ min: 1, max: 10_000 }).optional() }),
  reads,
  example: { params: { vertical: 'medicina', lang: 'es' } },
  response: z.string(),
  mediaTypes: XML,
  errors: [
    catalogueErrors.VERTICAL_NOT_FOUND,
    catalogueErrors.LANGUAGE_NOT_FOUND,
    sitemapErrors.SITEMAP_NOT_FOUND,
  ],
});
