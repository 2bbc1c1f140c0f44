import {
  businessLine,
  describedPictures,
  otherLanguages,
  searchListing,
  slugChangeWarning,
  missingValueWarning,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a series. */
export const seriesReadiness: Readiness = {
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
