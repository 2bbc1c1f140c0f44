import { getBooksPage } from '../../../plugins/pages/contract';
import { route } from '../../../http/route';

export default { type: 'content-api' as const, routes: [route(getBooksPage, 'books-page.books')] };
