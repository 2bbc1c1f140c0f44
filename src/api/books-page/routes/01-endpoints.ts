import { getBooksPage } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getBooksPage, 'books-page.books'));
