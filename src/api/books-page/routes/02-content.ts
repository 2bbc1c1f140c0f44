import { createContentRouter } from '../../../plugins/content-api';

export default createContentRouter('api::books-page.books-page');
