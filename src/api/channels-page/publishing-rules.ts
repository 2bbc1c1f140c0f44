import { createUnpublishedRule } from '#catalogue/page-publishing-rules';
import {
  createAlternativeTextRule,
  linkRules,
  otherLanguages,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const channelsPagePublishingRules: PublishingRules = {
  uid: 'api::channels-page.channels-page',
  rules: [
    createUnpublishedRule('channels'),
    createMissingValueRule('CHANNELS_MISSING', 'channels', {
      en: 'The page shows no channel.',
      es: 'La página no muestra ningún canal.',
    }),
    ...linkRules('carousel'),
    createAlternativeTextRule('carousel.backgroundMedia', 'carousel.icon'),
    otherLanguages,
  ],
  errorFields: [],
};
