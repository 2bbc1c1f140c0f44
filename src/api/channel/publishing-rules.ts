import {
  businessLine,
  describedPictures,
  searchListing,
  slugChangeWarning,
  missingValueWarning,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

/** Publishing rules of a channel. */
export const channelPublishingRules: PublishingRules = {
  uid: 'api::channel.channel',
  rules: [
    businessLine,
    missingValueWarning('SLUG_MISSING', 'slug', {
      en: 'The slug is missing, so the channel has no page.',
      es: 'Falta el slug, así que el canal no tiene página.',
    }),
    missingValueWarning('BACKGROUND_MISSING', 'backgroundImage', {
      en: 'The background image is missing.',
      es: 'Falta la imagen de fondo.',
    }),
    describedPictures('logo', 'backgroundImage', 'seo.image'),
    ...searchListing,
    slugChangeWarning,
  ],
  errorFields: [],
};
