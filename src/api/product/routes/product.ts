import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::product.product',
  route(listBooks, 'product.books'),
  route(listCourses, 'product.courses'),
  route(listMasters, 'product.masters'),
  route(listProducts, 'product.allProducts'),
  route(getProductBySlug, 'product.productBySlug'),
  route(getProductById, 'product.productById'),
);
