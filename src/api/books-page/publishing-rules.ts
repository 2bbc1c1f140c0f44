import { shelvesPublishingRules } from '../../catalogue/page-publishing-rules';

/** Publishing rules of a books page. */
export const booksPagePublishingRules = shelvesPublishingRules('books-page');
