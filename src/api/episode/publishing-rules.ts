import {
  createAlternativeTextRule,
  slugChangeWarning,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

export const episodePublishingRules: PublishingRules = {
  uid: 'api::episode.episode',
  rules: [
    createMissingValueRule('VIDEO_MISSING', 'm3u8Link', {
      en: 'The video is missing.',
      es: 'Falta el vídeo.',
    }),
    createMissingValueRule('DURATION_MISSING', 'duration', {
      en: 'The duration is missing.',
      es: 'Falta la duración.',
    }),
    createAlternativeTextRule('image'),
    slugChangeWarning,
  ],
  errorFields: [],
};
