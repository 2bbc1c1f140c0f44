import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '../../../contracts/product';
import { route } from '../../../delivery/route';

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
