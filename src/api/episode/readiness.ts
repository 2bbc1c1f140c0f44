import { describedPictures, slugKept, wanted } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** Publishing rules of an episode. */
export const episodeReadiness: Readiness = {
  uid: 'api::episode.episode',
  rules: [
    wanted('VIDEO_MISSING', 'm3u8Link', {
      en: 'The video is missing.',
      es: 'Falta el vídeo.',
    }),
    wanted('DURATION_MISSING', 'duration', {
      en: 'The duration is missing.',
      es: 'Falta la duración.',
    }),
    describedPictures('image'),
    slugKept,
  ],
  errorFields: [],
};
