import { unpublishedEntries } from '../../catalogue/page-readiness';
import {
  describedPictures,
  linkRules,
  otherLanguages,
  missingValueWarning,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of a channels page. */
export const channelsPageReadiness: Readiness = {
  uid: 'api::channels-page.channels-page',
  rules: [
    unpublishedEntries('channels'),
    missingValueWarning('CHANNELS_MISSING', 'channels', {
      en: 'The page shows no channel.',
      es: 'La página no muestra ningún canal.',
    }),
    ...linkRules('carousel'),
    describedPictures('carousel.backgroundMedia', 'carousel.icon'),
    otherLanguages,
  ],
  errorFields: [],
};
