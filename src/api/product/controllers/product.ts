import { factories } from '@strapi/strapi';
import { catalogueErrors } from '../../../catalogue/errors';
import { httpError } from '../../../platform/http/errors';
import type { ListQuery } from '../../../platform/http/pagination';
import { productTypes, type ProductKind } from '../../../catalogue/product-type';
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
import type { DocumentFilter } from '../../../delivery/plan/field-source';
import { createReadHandler } from '../../../delivery/handler';
import { listAnswer } from '../../../catalogue/list-answer';
import { slugNotFound } from '../../../catalogue/slug-not-found';
import { findRequestScope } from '../../../catalogue/request-scope';
import { createSlugFilter } from '../../../catalogue/slug-filter';
import type { View } from '../../../delivery/view';
import {
  answerFilteredList,
  createFilterStatements,
  isFiltered,
  type ProductFilters,
} from '../services/product-filter-statements';
import { locateProduct } from '../services/locate';

const UID = 'api::product.product';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  /**
   * Returns the parameters that translate the names of channels. The default language needs none:
   * its responses share the cached products of those without a language.
   */
  const translatedInto = async (view: View, lang: string | undefined) => ({
    lang: lang === undefined || lang === (await view.defaultLocale()) ? undefined : lang,
  });

  let statementOf: ReturnType<typeof createFilterStatements> | undefined;

  const list = async (view: View, query: ListQuery & ProductFilters, kind?: ProductKind) => {
    const { where, locale } = await findRequestScope(view, query);
    const parameters = await translatedInto(view, query.lang);
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
      const found = await view.readOne(UID, productDetail, {
        where: createSlugFilter(view, UID, params.slug),
        locale: params.lang,
        parameters: await translatedInto(view, params.lang),
      });
      if (found === null) {
        throw await slugNotFound({ strapi }, view, catalogueErrors.PRODUCT_NOT_FOUND, {
          uid: UID,
          ...params,
        });
      }
      return found;
    }),

    productById: read(getProductById, async ({ params, query }, view) => {
      const at = await locateProduct(view, params.id, query.lang);
      const isDetail = query.include?.includes('detail') === true;
      const parameters = await translatedInto(view, at?.locale);
      const options = at && { ...at, parameters };
      const found =
        options && (await view.readOne(UID, isDetail ? productDetail : product, options));
      if (!found) throw httpError(catalogueErrors.PRODUCT_NOT_FOUND);
      return { data: found };
    }),
  };
});
