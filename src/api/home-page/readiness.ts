import {
  describedPictures,
  linksThatLead,
  otherLanguages,
  searchListing,
  wanted,
} from '../../catalogue/readiness';
import { unpublishedEntries } from '../../catalogue/page-readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a home page. */
export const homePageReadiness: Readiness = {
  uid: 'api::home-page.home-page',
  rules: [
    unpublishedEntries('tendencies', 'contents', 'channels'),
    wanted('CAROUSEL_EMPTY', 'carouselMedia', {
      en: 'The carousel at the top is empty.',
      es: 'El carrusel de arriba está vacío.',
    }),
    wanted('TRENDS_EMPTY', 'tendencies', {
      en: 'The list of trends is empty.',
      es: 'La lista de tendencias está vacía.',
    }),
    ...linksThatLead('carouselMedia'),
    describedPictures(
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
