import {
  businessLine,
  describedPictures,
  searchListing,
  slugKept,
  wanted,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** What a channel should be before it is published. */
export const channelReadiness: Readiness = {
  uid: 'api::channel.channel',
  rules: [
    businessLine,
    wanted('SLUG_MISSING', 'slug', {
      en: 'Without a slug it has no page of its own.',
      es: 'Sin slug no tiene página propia.',
    }),
    wanted('BACKGROUND_MISSING', 'backgroundImage', {
      en: 'Its page has no background picture.',
      es: 'Su página no tiene imagen de fondo.',
    }),
    describedPictures('logo', 'backgroundImage', 'seo.image'),
    ...searchListing,
    slugKept,
  ],
  hindrancesRead: [],
};
