import { shelvesReadiness } from '../../catalogue/page-readiness';

/** What the page should be before it is published. */
export const booksPageReadiness = shelvesReadiness('books-page');
