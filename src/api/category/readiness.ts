import { otherLanguages, slugKept } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a category. */
export const categoryReadiness: Readiness = {
  uid: 'api::category.category',
  rules: [slugKept, otherLanguages],
  errorFields: [],
};
