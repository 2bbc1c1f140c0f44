import { shelvesReadiness } from '../../catalogue/page-readiness';

/** Publishing rules of a presentials page. */
export const presentialsPageReadiness = shelvesReadiness('presentials-page');
