import { shelvesReadiness } from '../../catalogue/page-readiness';

/** Publishing rules of a books page. */
export const booksPageReadiness = shelvesReadiness('books-page');
