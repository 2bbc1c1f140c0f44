import { describedPictures, slugKept, wanted } from '../../catalogue/readiness';
import type { Readiness } from '../../feature/readiness';

/** What an episode should be before it is published. */
export const episodeReadiness: Readiness = {
  uid: 'api::episode.episode',
  rules: [
    wanted('VIDEO_MISSING', 'm3u8Link', {
      en: 'It has no video yet: nobody can watch it.',
      es: 'Todavía no tiene vídeo: nadie puede verlo.',
    }),
    wanted('DURATION_MISSING', 'duration', {
      en: 'It does not say how long it is.',
      es: 'No dice cuánto dura.',
    }),
    describedPictures('image'),
    slugKept,
  ],
  hindrancesRead: [],
};
