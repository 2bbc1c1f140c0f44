import {
  businessLine,
  describedPictures,
  otherLanguages,
  searchListing,
  slugChangeWarning,
  missingValueWarning,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

/** Publishing rules of a series. */
export const seriesPublishingRules: PublishingRules = {
  uid: 'api::series.series',
  rules: [
    businessLine,
    missingValueWarning('EPISODE_MISSING', 'episodes', {
      en: 'The series has no episodes.',
      es: 'La serie no tiene episodios.',
    }),
    missingValueWarning('CARD_PICTURE_MISSING', 'cardImage', {
      en: 'The card image is missing.',
      es: 'Falta la imagen de la tarjeta.',
    }),
    missingValueWarning('CATEGORY_MISSING', 'categories', {
      en: 'The category is missing, so visitors cannot find the entry by subject.',
      es: 'Falta la categoría, así que los visitantes no la encuentran por tema.',
    }),
    describedPictures('image', 'cardImage', 'seo.image'),
    ...searchListing,
    slugChangeWarning,
    otherLanguages,
  ],
  errorFields: [],
};
