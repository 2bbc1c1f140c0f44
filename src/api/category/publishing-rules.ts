import { otherLanguages, slugChangeWarning } from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const categoryPublishingRules: PublishingRules = {
  uid: 'api::category.category',
  rules: [slugChangeWarning, otherLanguages],
  errorFields: [],
};
