import { otherLanguages, slugKept } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** What a category should be before it is published. */
export const categoryReadiness: Readiness = {
  uid: 'api::category.category',
  rules: [slugKept, otherLanguages],
  hindrancesRead: [],
};
