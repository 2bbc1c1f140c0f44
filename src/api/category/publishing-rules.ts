import { otherLanguages, slugChangeWarning } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a category. */
export const categoryReadiness: Readiness = {
  uid: 'api::category.category',
  rules: [slugChangeWarning, otherLanguages],
  errorFields: [],
};
