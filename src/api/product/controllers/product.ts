import { factories } from '@strapi/strapi';
import { catalogueErrors } from '#catalogue/errors';
import { createHttpError } from '#platform/http/errors';
import type { ListQuery } from '#platform/http/pagination';
import { productTypes, type ProductKind } from '#catalogue/product-type';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
  product,
  productDetail,
} from '../contract';
import type { DocumentFilter } from '#delivery/plan/field-source';
import { createReadHandler } from '#delivery/handler';
import { listAnswer } from '#catalogue/list-answer';
import { createSlugNotFoundError, createSlugFilter } from '#catalogue/slug-not-found';
import { findRequestScope } from '#catalogue/request-scope';
import type { View } from '#delivery/view';
import {
  answerFilteredList,
  createFilterStatements,
  isFiltered,
  type ProductFilters,
} from '../services/product-filter-statements';

const UID = 'api::product.product';
const LARGEST_ROW_ID = 2_147_483_647;

type DocumentLocation = { where: { documentId: string }; locale: string | undefined };

const byRowId = async (view: View, id: number): Promise<DocumentLocation | null> => {
  if (id > LARGEST_ROW_ID) return null;
  const candidate = await view.findByRowId(UID, id);
  return (
    candidate && {
      where: { documentId: candidate.documentId },
      locale: candidate.locale ?? undefined,
    }
  );
};

const byDocumentId = async (view: View, documentId: string): Promise<DocumentLocation | null> => {
  const versions = await view.findReferences(UID, { where: { documentId }, sort: ['locale'] });
  const preferred = await view.defaultLocale();
  const version = versions.find(({ locale }) => locale === preferred) ?? versions[0];
  return version === undefined
    ? null
    : { where: { documentId }, locale: version.locale ?? undefined };
};

/**
 * Returns the document and locale of an id. A row id identifies one locale of one document, whether
 * it is the draft, the published row or an earlier published row. A `documentId` identifies all
 * locales: the requested one, else the default one, else any.
 */
const locateProduct = async (
  view: View,
  id: string,
  lang: string | undefined,
): Promise<DocumentLocation | null> => {
  if (/^\d+$/.test(id)) {
    const place = await byRowId(view, Number(id));
    return place && { ...place, locale: lang ?? place.locale };
  }
  if (lang !== undefined) return { where: { documentId: id }, locale: lang };
  return byDocumentId(view, id);
};

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  /**
   * Returns the parameters that translate the names of channels. The default language needs none:
   * its responses share the cached products of those without a language.
   */
  const resolveTranslationParameters = async (view: View, lang: string | undefined) => ({
    lang: lang === undefined || lang === (await view.defaultLocale()) ? undefined : lang,
  });

  let statementOf: ReturnType<typeof createFilterStatements> | undefined;

  const list = async (view: View, query: ListQuery & ProductFilters, kind?: ProductKind) => {
    const { where, locale } = await findRequestScope(view, query);
    const parameters = await resolveTranslationParameters(view, query.lang);
    if (isFiltered(query)) {
      statementOf ??= createFilterStatements({ strapi });
      const types = kind === undefined ? null : productTypes[kind];
      return answerFilteredList(view, product, statementOf, types, query, parameters);
    }
    const ofKind: DocumentFilter = kind === undefined ? {} : { type: productTypes[kind] };
    return listAnswer(
      view,
      UID,
      product,
      { where: { ...where, ...ofKind }, locale, parameters },
      query,
    );
  };

  return {
    books: read(listBooks, ({ query }, view) => list(view, query, 'book')),
    courses: read(listCourses, ({ query }, view) => list(view, query, 'course')),
    masters: read(listMasters, ({ query }, view) => list(view, query, 'master')),
    allProducts: read(listProducts, ({ query }, view) => list(view, query)),

    productBySlug: read(getProductBySlug, async ({ params }, view) => {
      const candidate = await view.readOne(UID, productDetail, {
        where: createSlugFilter(view, UID, params.slug),
        locale: params.lang,
        parameters: await resolveTranslationParameters(view, params.lang),
      });
      if (candidate === null) {
        throw await createSlugNotFoundError({ strapi }, view, catalogueErrors.PRODUCT_NOT_FOUND, {
          uid: UID,
          ...params,
        });
      }
      return candidate;
    }),

    productById: read(getProductById, async ({ params, query }, view) => {
      const location = await locateProduct(view, params.id, query.lang);
      const isDetail = query.include?.includes('detail') === true;
      const parameters = await resolveTranslationParameters(view, location?.locale);
      const options = location && { ...location, parameters };
      const candidate =
        options && (await view.readOne(UID, isDetail ? productDetail : product, options));
      if (!candidate) throw createHttpError(catalogueErrors.PRODUCT_NOT_FOUND);
      return { data: candidate };
    }),
  };
});
