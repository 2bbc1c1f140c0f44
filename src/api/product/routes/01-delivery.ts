import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '../contract';
import { route } from '../../../http/route';

export default {
  type: 'content-api' as const,
  routes: [
    route(listBooks, 'product.books'),
    route(listCourses, 'product.courses'),
    route(listMasters, 'product.masters'),
    route(listProducts, 'product.allProducts'),
    route(getProductBySlug, 'product.productBySlug'),
    route(getProductById, 'product.productById'),
  ],
};
