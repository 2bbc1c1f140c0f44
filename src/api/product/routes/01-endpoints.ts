import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(
  route(listBooks, 'product.books'),
  route(listCourses, 'product.courses'),
  route(listMasters, 'product.masters'),
  route(listProducts, 'product.allProducts'),
  route(getProductBySlug, 'product.productBySlug'),
  route(getProductById, 'product.productById'),
);
