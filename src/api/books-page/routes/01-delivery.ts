import { getBooksPage } from '../../../contracts/pages';
import { route } from '../../../delivery/route';

export default { type: 'content-api' as const, routes: [route(getBooksPage, 'books-page.books')] };
