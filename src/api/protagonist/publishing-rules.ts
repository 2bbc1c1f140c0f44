import {
  createAlternativeTextRule,
  otherLanguages,
  searchListing,
  slugChangeWarning,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const protagonistPublishingRules: PublishingRules = {
  uid: 'api::protagonist.protagonist',
  rules: [
    createAlternativeTextRule('image', 'seo.image'),
    ...searchListing,
    slugChangeWarning,
    otherLanguages,
  ],
  errorFields: [],
};
