import type { UID } from '@strapi/types';
import { z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getVisibleDraft } from '#delivery/handler';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { langParam, verticalParam } from '#platform/http/primitives';
import { getEngine } from '#delivery/engine';
import { findModel, isLocalized } from '#platform/strapi/models';
import { findSiteLocale } from '#platform/strapi/site-locales';
import { catalogueSettings } from '#catalogue/settings';
import { listLineCurrencies } from '#catalogue/money/line-currency';
import { previewSettings } from '../settings';
import { getFeatures } from '#feature/application';
import { previewErrors } from '../contract';
import { findBusinessLine } from './business-line';
import { isObject, type Value } from './values';
import { createMessages } from './messages';
import { createPictureSizes } from './Picture';
import { findFormPaths } from './form-paths';
import { renderPreviewPage } from './PreviewPage';
import { findPreviewableType } from './address';
import { getPreviewToken, TOKEN_PARAMETER } from './token';

/**
 * Returns a function that returns whether the form of a type shows an attribute. Types without a
 * layout show all.
 */
const isInFormOf = ({ strapi }: WithStrapi, uid: string) => {
  const layout = getFeatures({ strapi })
    .flatMap(({ layouts }) => layouts?.types ?? [])
    .find((form) => form.uid === uid);
  const shownFields = new Set(layout?.rows.flatMap((row) => Object.keys(row)));
  return (attribute: string): boolean => layout === undefined || shownFields.has(attribute);
};

/** Returns a function for the panel URL of a document's form, optionally at one of its fields. */
const createFormAddressBuilder =
  ({ strapi }: WithStrapi, uid: string, version: { documentId: string; locale: string | null }) =>
  (field?: string): string => {
    const admin = strapi.config.get<string>('admin.path', '/admin');
    const query = new URLSearchParams({
      ...(version.locale !== null && { 'plugins[i18n][locale]': version.locale }),
      ...(field !== undefined && { at: field }),
    });
    return `${admin}/content-manager/collection-types/${uid}/${version.documentId}?${query.toString()}`;
  };

const parameters = z.looseObject({
  lang: langParam.optional().catch(undefined),
  status: z.enum(['draft', 'published']).catch('draft'),
  vertical: verticalParam.optional().catch(undefined),
});

type Vertical = { slug: string; name: string; currency: string | null };

/** Values that a frontend needs to find a document; each type has some of them. */
type Identity = {
  title?: string | null;
  name?: string | null;
  slug?: string | null;
  locale?: string | null;
  vertical?: Vertical | null;
  verticals?: Vertical[];
};

const loadIdentity = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  where: Record<string, unknown>,
): Promise<Identity | null> => {
  const { attributes } = strapi.getModel(uid);
  const relations = ['vertical', 'verticals'].filter((name) => name in attributes);
  return (await strapi.db.query(uid).findOne({
    where,
    populate: Object.fromEntries(
      relations.map((name) => [name, { select: ['slug', 'name', 'currency'] }]),
    ),
  })) as Identity | null;
};

/** Returns the document with the names of its business lines instead of their slugs. */
const withLineNames = (document: Value, lines: readonly Vertical[]): Value => ({
  ...document,
  ...Object.fromEntries(
    ['vertical', 'verticals'].flatMap((field) => {
      const slugs = document[field];
      if (!Array.isArray(slugs)) return [];
      const nameOf = (lineSlug: unknown): unknown =>
        lines.find(({ slug }) => slug === lineSlug)?.name ?? lineSlug;
      return [[field, slugs.map(nameOf)]];
    }),
  ),
});

/** Returns the URL with all non-empty values as query parameters. */
const buildAddress = (
  base: string,
  values: Readonly<Record<string, string | null | undefined>>,
): string => {
  const address = new URL(base);
  for (const [name, value] of Object.entries(values)) {
    if (value) address.searchParams.set(name, value);
  }
  return address.href;
};

/**
 * Serves a preview. If a frontend is configured, it redirects there with the document's slug,
 * business line, locale and preview token. Otherwise it renders the same content that the API would
 * return.
 */
export const showPreview =
  ({ strapi }: WithStrapi) =>
  async (ctx: Context): Promise<void> => {
    const { type, documentId } = ctx.params as { type: string; documentId: string };
    const previewable = findPreviewableType({ strapi }, type);
    if (previewable === undefined) throw createHttpError(previewErrors.PREVIEW_NOT_FOUND);
    const { uid, contract } = previewable;
    const { lang: tag, status, vertical: requestedLine } = parameters.parse({ ...ctx.query });
    const draft = getVisibleDraft(ctx);
    const model = findModel({ strapi }, uid);
    const hasLanguages = model !== undefined && isLocalized(model);
    const lang =
      tag === undefined
        ? undefined
        : await findSiteLocale(tag, (code) =>
            Promise.resolve(draft?.locales.includes(code) === true),
          );
    const isOpened =
      draft?.uid === uid &&
      draft.documentId === documentId &&
      (!hasLanguages || lang === undefined || draft.locales.includes(lang));
    if (!isOpened) throw createHttpError(commonErrors.INVALID_PREVIEW_TOKEN);
    const identity = await loadIdentity({ strapi }, uid, {
      documentId,
      publishedAt: { $null: status === 'draft' },
      ...(hasLanguages && { locale: lang ?? { $in: draft.locales } }),
    });
    if (identity === null) throw createHttpError(previewErrors.PREVIEW_NOT_FOUND);
    const verticals = identity.vertical ? [identity.vertical] : (identity.verticals ?? []);
    const language = identity.locale ?? lang ?? 'es';
    const line = verticals.find(({ slug }) => slug === requestedLine) ?? verticals[0];
    const vertical = line?.slug;

    const { url: frontend } = previewSettings.of({ strapi });
    if (frontend !== null) {
      ctx.redirect(
        buildAddress(frontend, {
          type,
          documentId,
          lang: language,
          status,
          slug: identity.slug,
          vertical,
          ...(status === 'draft' && { [TOKEN_PARAMETER]: getPreviewToken(ctx) }),
        }),
      );
      return;
    }

    const document: unknown = await getEngine({ strapi }).document(
      uid,
      contract,
      status === 'draft' ? draft : null,
      {
        where: { documentId },
        locale: language,
        parameters: { vertical, lang: language },
      },
    );
    if (!isObject(document)) throw createHttpError(previewErrors.PREVIEW_NOT_FOUND);
    const shownDocument = withLineNames(document, verticals);
    const typeName = createMessages(language).type(type);
    const places = findFormPaths(
      getEngine({ strapi }).planOf(uid, contract),
      shownDocument,
      isInFormOf({ strapi }, uid),
    );
    const formAddress = createFormAddressBuilder({ strapi }, uid, {
      documentId,
      locale: identity.locale ?? null,
    });
    const buildLineAddress = ({ slug }: Vertical): string => {
      const { pathname, searchParams } = new URL(ctx.originalUrl, 'http://localhost');
      searchParams.set('vertical', slug);
      return `${pathname}?${searchParams.toString()}`;
    };
    ctx.type = 'html';
    ctx.body = renderPreviewPage({
      title: identity.title ?? identity.name ?? typeName,
      lang: language,
      status,
      typeName,
      labels: verticals.map(({ name }) => name),
      currencies: listLineCurrencies(
        { strapi },
        line?.slug === requestedLine && line ? [line] : verticals,
      ),
      timeZone: catalogueSettings.of({ strapi }).livesTimeZone,
      looks: {
        line: await findBusinessLine({ strapi }, vertical),
        lines: verticals.map((offeredLine) => ({
          ...offeredLine,
          address: buildLineAddress(offeredLine),
        })),
      },
      sizesOf: createPictureSizes(strapi.config.get<string>('api.rest.prefix', '/api')),
      edit: (part, field) => {
        const position = places.of(part, field);
        if (position !== null) return formAddress(position);
        const other = places.elsewhere(part);
        return other === null ? null : createFormAddressBuilder({ strapi }, other.uid, other)();
      },
      document: shownDocument,
    });
  };
