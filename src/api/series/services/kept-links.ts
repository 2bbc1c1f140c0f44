import type { z } from '@strapi/utils';
import { withoutKeptLink } from '../../../catalogue/login-links';
import type { series, seriesWithLogins } from '../contract';

/** A series as it is shown to who is not signed in. */
export const withoutKeptLinks = ({
  needLogin,
  ...found
}: z.output<typeof seriesWithLogins>): z.output<typeof series> => ({
  ...found,
  headVideo:
    needLogin && found.headVideo !== null
      ? { ...found.headVideo, m3u8Link: null }
      : found.headVideo,
  episodes: found.episodes.map(withoutKeptLink),
});
