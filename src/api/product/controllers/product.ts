import { factories } from '@strapi/strapi';
import type { Context } from 'koa';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import type { ListQuery } from '../../../contracts/kit/lists';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
  product,
  productDetail,
  productTypes,
  type ProductKind,
} from '../../../contracts/product';
import { answer } from '../../../delivery/answer';
import { listAnswer } from '../../../delivery/list';
import { readerOf } from '../../../delivery/registry';
import { scopeOf } from '../../../delivery/scope';
import { statusOf } from '../../../delivery/status';
import { locateProduct } from '../services/locate';

const UID = 'api::product.product';

export default factories.createCoreController(UID, ({ strapi }) => {
  const reader = readerOf({ strapi });

  const list = async (ctx: Context, query: ListQuery, kind?: ProductKind) => {
    const { where, locale } = await scopeOf({ strapi }, query);
    const ofKind = kind === undefined ? {} : { type: { $in: [...productTypes[kind]] } };
    return listAnswer(
      reader,
      UID,
      product,
      { where: { ...where, ...ofKind }, locale, status: statusOf(ctx) },
      query,
    );
  };

  return {
    books: answer(listBooks, ({ query }, ctx) => list(ctx, query, 'book')),
    courses: answer(listCourses, ({ query }, ctx) => list(ctx, query, 'course')),
    masters: answer(listMasters, ({ query }, ctx) => list(ctx, query, 'master')),
    allProducts: answer(listProducts, ({ query }, ctx) => list(ctx, query)),

    productBySlug: answer(getProductBySlug, async ({ params }, ctx) => {
      const found = await reader.one(UID, productDetail, {
        where: { slug: params.slug },
        locale: params.lang,
        status: statusOf(ctx),
      });
      if (found === null) throw failure(catalogueFailures.PRODUCT_NOT_FOUND);
      return found;
    }),

    productById: answer(getProductById, async ({ params, query }, ctx) => {
      const status = statusOf(ctx);
      const at = await locateProduct({ strapi }, params.id, query.lang, status);
      const found = at && (await reader.one(UID, product, { ...at, status }));
      if (!found) throw failure(catalogueFailures.PRODUCT_NOT_FOUND);
      return { data: found };
    }),
  };
});
