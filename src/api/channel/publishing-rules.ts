import {
  businessLine,
  createAlternativeTextRule,
  searchListing,
  slugChangeWarning,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const channelPublishingRules: PublishingRules = {
  uid: 'api::channel.channel',
  rules: [
    businessLine,
    createMissingValueRule('SLUG_MISSING', 'slug', {
      en: 'The slug is missing, so the channel has no page.',
      es: 'Falta el slug, así que el canal no tiene página.',
    }),
    createMissingValueRule('BACKGROUND_MISSING', 'backgroundImage', {
      en: 'The background image is missing.',
      es: 'Falta la imagen de fondo.',
    }),
    createAlternativeTextRule('logo', 'backgroundImage', 'seo.image'),
    ...searchListing,
    slugChangeWarning,
  ],
  errorFields: [],
};
