import { createContentRouter } from '../../../delivery/content-router';

export default createContentRouter('api::books-page.books-page');
