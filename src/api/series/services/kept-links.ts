import type { z } from '@strapi/utils';
import { withoutKeptLink } from '../../../catalogue/login-links';
import type { View } from '../../../delivery/view';
import type { series, seriesWithLogins } from '../contract';

const UID = 'api::series.series';

/**
 * Returns a series without links that require a login. Editors see the links of the series that
 * they preview.
 */
export const withoutKeptLinks =
  ({ draft }: Pick<View, 'draft'>) =>
  ({ needLogin, ...found }: z.output<typeof seriesWithLogins>): z.output<typeof series> => {
    if (draft?.uid === UID && draft.documentId === found.documentId) {
      return { ...found, episodes: found.episodes.map(({ logins: _logins, ...one }) => one) };
    }
    return {
      ...found,
      headVideo:
        needLogin && found.headVideo !== null
          ? { ...found.headVideo, m3u8Link: null }
          : found.headVideo,
      episodes: found.episodes.map(withoutKeptLink),
    };
  };
