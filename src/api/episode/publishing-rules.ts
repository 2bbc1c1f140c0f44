import {
  describedPictures,
  slugChangeWarning,
  missingValueWarning,
} from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of an episode. */
export const episodeReadiness: Readiness = {
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
