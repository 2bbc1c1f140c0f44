import { describedPictures, otherLanguages, missingValueWarning } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a platform page. */
export const platformPageReadiness: Readiness = {
  uid: 'api::platform-page.platform-page',
  rules: [
    missingValueWarning('SECTIONS_MISSING', 'body', {
      en: 'The page has no sections.',
      es: 'La página no tiene secciones.',
    }),
    describedPictures('header.image', 'body.image'),
    otherLanguages,
  ],
  errorFields: [],
};
