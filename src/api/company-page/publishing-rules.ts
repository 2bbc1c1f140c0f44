import {
  createAlternativeTextRule,
  linkRules,
  otherLanguages,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const companyPagePublishingRules: PublishingRules = {
  uid: 'api::company-page.company-page',
  rules: [
    createMissingValueRule('PEOPLE_MISSING', 'protagonists', {
      en: 'The page lists no team members.',
      es: 'La página no muestra a nadie del equipo.',
    }),
    ...linkRules('protagonists'),
    createAlternativeTextRule(
      'header.image',
      'cardBody.image',
      'FeatureImage',
      'protagonists.image',
    ),
    otherLanguages,
  ],
  errorFields: [],
};
