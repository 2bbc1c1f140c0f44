import { defineContentApiRoutes, route } from '#platform/http/route';
import {
  getJsonLd,
  jsonLdErrors,
  businessLine,
  episodeForm,
  liveForm,
  productForm,
  protagonistForm,
  type BusinessLineRead,
  type Picture,
  type EpisodeRead,
} from './contract';
import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { Thing, WithContext, VideoObject } from 'schema-dts';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findRequestScope } from '#catalogue/request-scope';
import { catalogueSettings } from '#catalogue/settings';
import { getApiAddress, getPublicAddress } from '#platform/http/api-address';
import { createHttpError } from '#platform/http/errors';
import { createReadHandler } from '#delivery/handler';
import { Json } from '#delivery/json';
import type { View } from '#delivery/view';
import { buildEntryAddress, formatAddressPart, createSites, type Site } from '../links';
import { getLineCurrency } from '#catalogue/money/line-currency';
import { describeLive } from './server/live';
import { describeProduct } from './server/product';
import { describeProtagonist, type JsonLdContext, describePeople } from './server/context';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { parsePlayingTime } from './server/text-values';

/** Describes an episode as a video. The stream is left out, because it may require a sign-in. */
const describeEpisode = (entry: EpisodeRead, context: JsonLdContext): VideoObject => {
  const { name, slug, summary, duration, language, createdAt, image, protagonists } = entry;
  const url = context.pageOf('api::episode.episode', { slug });
  const inLanguage = entry.series.filter(({ locale }) => locale === context.language);
  const series = inLanguage.length > 0 ? inLanguage : entry.series;
  return {
    '@type': 'VideoObject',
    '@id': url,
    name,
    description: summary,
    url,
    thumbnailUrl: context.pictureAddress(image),
    uploadDate: createdAt,
    duration: parsePlayingTime(duration),
    inLanguage: { '@type': 'Language', name: language },
    actor: describePeople(context, protagonists),
    publisher: context.organisation,
    isPartOf: series.map((parent) => ({
      '@type': 'CreativeWorkSeries',
      name: parent.name,
      url: context.pageOf('api::series.series', { slug: parent.slug }),
    })),
  };
};

/** JSON escapes of unsafe characters. U+2028 and U+2029 end lines in old JavaScript parsers. */
const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
};

/** Serializes JSON that cannot end a surrounding `<script>` or CDATA section. */
const serializeForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => escapes[character] ?? character,
  );

type ThingObject = Exclude<Thing, string>;

/**
 * Found entry: its business lines if its type has any, and the function that describes it in its
 * context.
 */
type Description = {
  lines: readonly string[] | null;
  language: string | null;
  /** The instant at which the description changes by itself. */
  changesAt: string | null;
  describe: (context: JsonLdContext) => ThingObject;
};

type Find = (
  view: View,
  documentId: string,
  locale: string | undefined,
) => Promise<Description | null>;

type Entry = {
  documentId: string;
  vertical?: readonly string[];
  locale?: string;
  isOffSale?: boolean | null;
  onSaleAgainAt?: string | null;
};

const findIn =
  <C extends z.ZodType<Entry>>(
    uid: UID.ContentType,
    form: C,
    describe: (entry: z.output<C>, context: JsonLdContext) => ThingObject,
  ): Find =>
  async (view, documentId, locale) => {
    const options = {
      where: { documentId },
      locale,
      sort: ['locale'],
      parameters: { lang: locale },
    };
    const entry = (await view.readOne(uid, form, options))?.parse();
    if (entry === undefined) return null;
    return {
      lines: entry.vertical ?? null,
      language: entry.locale ?? null,
      changesAt: entry.isOffSale === true ? (entry.onSaleAgainAt ?? null) : null,
      describe: (context) => describe(entry, context),
    };
  };

const finds: readonly Find[] = [
  findIn('api::product.product', productForm, describeProduct),
  findIn('api::live.live', liveForm, describeLive),
  findIn('api::episode.episode', episodeForm, describeEpisode),
  findIn('api::protagonist.protagonist', protagonistForm, describeProtagonist),
];

const findAnywhere = async (...query: Parameters<Find>): Promise<Description | null> => {
  const results = await Promise.all(finds.map((find) => find(...query)));
  return results.find((result) => result !== null) ?? null;
};

/** Returns the requested line, otherwise the entry's first line, otherwise the default line. */
const selectBusinessLine = (
  all: readonly BusinessLineRead[],
  ownSlugs: readonly string[] | null,
  requestedSlug: string | undefined,
): BusinessLineRead | undefined => {
  const preferredSlug = requestedSlug ?? ownSlugs?.[0];
  return (
    all.find(({ slug }) => slug === preferredSlug) ??
    all.find(({ isDefault }) => isDefault) ??
    all[0]
  );
};

/** Picture width in pixels, more than search engines require. */
const PICTURE_WIDTH = 1200;

const createJsonLdController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });
  const sitesOf = createSites({ strapi });

  /**
   * Returns a lasting address of a picture. A signed address would expire; addresses of resized
   * pictures do not.
   */
  const buildPictureAddress = ({ url, isUrlSigned, hash, ext }: Picture): string =>
    isUrlSigned
      ? `${getApiAddress({ strapi })}/pictures/${hash}${ext ?? ''}?w=${PICTURE_WIDTH}`
      : new URL(url, getPublicAddress({ strapi })).href;

  const createContext = (
    language: string,
    now: number,
    line: BusinessLineRead | undefined,
    site: Site | undefined,
  ): JsonLdContext => ({
    language,
    now,
    timeZone: catalogueSettings.of({ strapi }).livesTimeZone,
    currency: getLineCurrency({ strapi }, line),
    organisation: line && {
      '@type': 'Organization',
      name: line.name,
      url: site?.address ?? undefined,
    },
    pageOf: (uid, { slug, type }) => {
      const places = { slug, lang: language, type: formatAddressPart(type ?? '') };
      return (site && buildEntryAddress(site, uid, places)) ?? undefined;
    },
    pictureAddress: buildPictureAddress,
  });

  return {
    one: read(getJsonLd, async ({ params: { documentId }, query: { lang, vertical } }, view) => {
      await findRequestScope(view, { lang, vertical });
      const [lines, sites, preferred] = await Promise.all([
        view.readMany(BUSINESS_LINE, businessLine, { sort: ['order', 'slug'] }),
        sitesOf(view),
        view.defaultLocale(),
      ]);
      const entry =
        (await findAnywhere(view, documentId, lang ?? preferred)) ??
        (lang === undefined ? await findAnywhere(view, documentId, undefined) : null);
      const isElsewhere = vertical !== undefined && entry?.lines?.includes(vertical) === false;
      if (entry === null || isElsewhere) throw createHttpError(jsonLdErrors.JSON_LD_NOT_FOUND);

      const line = selectBusinessLine(lines.parse(), entry.lines, vertical);
      const site = sites.find((candidate) => candidate.line === line?.slug);
      const language = entry.language ?? lang ?? line?.defaultLang ?? preferred;
      const now = await view.now([entry.changesAt]);
      const described: WithContext<ThingObject> = {
        '@context': 'https://schema.org',
        ...entry.describe(createContext(language, now, line, site)),
      };
      return new Json([Buffer.from(serializeForScript(described))]);
    }),
  };
};

export default {
  controllers: { 'json-ld': createJsonLdController },
  routes: { 'content-api': defineContentApiRoutes(route(getJsonLd, 'json-ld.one')) },
};
