import {
  describedPictures,
  otherLanguages,
  searchListing,
  slugKept,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** What a protagonist should be before they are published. */
export const protagonistReadiness: Readiness = {
  uid: 'api::protagonist.protagonist',
  rules: [describedPictures('image', 'seo.image'), ...searchListing, slugKept, otherLanguages],
  hindrancesRead: [],
};
