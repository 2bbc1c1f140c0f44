import { unpublishedEntries } from '#catalogue/page-publishing-rules';
import {
  describedPictures,
  linkRules,
  otherLanguages,
  missingValueWarning,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

/** Publishing rules of a channels page. */
export const channelsPagePublishingRules: PublishingRules = {
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
