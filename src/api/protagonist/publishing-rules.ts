import {
  describedPictures,
  otherLanguages,
  searchListing,
  slugChangeWarning,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a protagonist. */
export const protagonistReadiness: Readiness = {
  uid: 'api::protagonist.protagonist',
  rules: [
    describedPictures('image', 'seo.image'),
    ...searchListing,
    slugChangeWarning,
    otherLanguages,
  ],
  errorFields: [],
};
