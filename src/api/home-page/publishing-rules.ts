import {
  createAlternativeTextRule,
  linkRules,
  otherLanguages,
  searchListing,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import { createUnpublishedRule } from '#catalogue/page-publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const homePagePublishingRules: PublishingRules = {
  uid: 'api::home-page.home-page',
  rules: [
    createUnpublishedRule('tendencies', 'contents', 'channels'),
    createMissingValueRule('CAROUSEL_EMPTY', 'carouselMedia', {
      en: 'The carousel at the top is empty.',
      es: 'El carrusel de arriba está vacío.',
    }),
    createMissingValueRule('TRENDS_EMPTY', 'tendencies', {
      en: 'The list of trends is empty.',
      es: 'La lista de tendencias está vacía.',
    }),
    ...linkRules('carouselMedia'),
    createAlternativeTextRule(
      'carouselMedia.backgroundMedia',
      'carouselMedia.icon',
      'imagenPlan',
      'seo.image',
    ),
    ...searchListing,
    otherLanguages,
  ],
  errorFields: [],
};
