import {
  describedPictures,
  slugChangeWarning,
  missingValueWarning,
} from '#catalogue/publishing-rules';
import type { PublishingRules } from '#feature/publishing-rules';

/** Publishing rules of an episode. */
export const episodePublishingRules: PublishingRules = {
  uid: 'api::episode.episode',
  rules: [
    missingValueWarning('VIDEO_MISSING', 'm3u8Link', {
      en: 'The video is missing.',
      es: 'Falta el vídeo.',
    }),
    missingValueWarning('DURATION_MISSING', 'duration', {
      en: 'The duration is missing.',
      es: 'Falta la duración.',
    }),
    describedPictures('image'),
    slugChangeWarning,
  ],
  errorFields: [],
};
