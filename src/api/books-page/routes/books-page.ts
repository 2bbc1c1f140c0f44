import { getBooksPage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::books-page.books-page',
  route(getBooksPage, 'books-page.books'),
);
