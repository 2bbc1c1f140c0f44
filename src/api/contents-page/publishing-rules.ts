import { shelvesReadiness } from '../../catalogue/page-readiness';

/** Publishing rules of a contents page. */
export const contentsPageReadiness = shelvesReadiness('contents-page');
