import {
  createAlternativeTextRule,
  otherLanguages,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const platformPagePublishingRules: PublishingRules = {
  uid: 'api::platform-page.platform-page',
  rules: [
    createMissingValueRule('SECTIONS_MISSING', 'body', {
      en: 'The page has no sections.',
      es: 'La página no tiene secciones.',
    }),
    createAlternativeTextRule('header.image', 'body.image'),
    otherLanguages,
  ],
  errorFields: [],
};
