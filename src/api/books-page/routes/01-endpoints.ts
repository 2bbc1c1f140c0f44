import { getBooksPage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getBooksPage, 'books-page.books'));
