import {
  businessLine,
  createAlternativeTextRule,
  otherLanguages,
  searchListing,
  slugChangeWarning,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const seriesPublishingRules: PublishingRules = {
  uid: 'api::series.series',
  rules: [
    businessLine,
    createMissingValueRule('EPISODE_MISSING', 'episodes', {
      en: 'The series has no episodes.',
      es: 'La serie no tiene episodios.',
    }),
    createMissingValueRule('CARD_PICTURE_MISSING', 'cardImage', {
      en: 'The card image is missing.',
      es: 'Falta la imagen de la tarjeta.',
    }),
    createMissingValueRule('CATEGORY_MISSING', 'categories', {
      en: 'The category is missing, so visitors cannot find the entry by subject.',
      es: 'Falta la categoría, así que los visitantes no la encuentran por tema.',
    }),
    createAlternativeTextRule('image', 'cardImage', 'seo.image'),
    ...searchListing,
    slugChangeWarning,
    otherLanguages,
  ],
  errorFields: [],
};
