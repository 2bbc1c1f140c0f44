import {
  businessLine,
  describedPictures,
  otherLanguages,
  searchListing,
  slugKept,
  wanted,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** What a series should be before it is published. */
export const seriesReadiness: Readiness = {
  uid: 'api::series.series',
  rules: [
    businessLine,
    wanted('EPISODE_MISSING', 'episodes', {
      en: 'It has no episode: there is nothing to watch.',
      es: 'No tiene ningún episodio: no hay nada que ver.',
    }),
    wanted('CARD_PICTURE_MISSING', 'cardImage', {
      en: 'It has no card picture: its card will be empty.',
      es: 'No tiene imagen de tarjeta: su tarjeta se verá vacía.',
    }),
    wanted('CATEGORY_MISSING', 'categories', {
      en: 'It has no category, so nobody finds it by subject.',
      es: 'No tiene categoría, así que nadie la encuentra por tema.',
    }),
    describedPictures('image', 'cardImage', 'seo.image'),
    ...searchListing,
    slugKept,
    otherLanguages,
  ],
  hindrancesRead: [],
};
