import type { z } from '@strapi/utils';
import { withoutKeptLink } from '../../../catalogue/login-links';
import type { View } from '../../../delivery/view';
import type { series, seriesWithLogins } from '../contract';

const UID = 'api::series.series';

type WithLogins = Omit<z.output<typeof seriesWithLogins>, 'needLogin'>;
type Episodes = z.output<typeof series>['episodes'];

/**
 * Returns a series without links that require a login. Editors see the links of the series that
 * they preview.
 */
export const withoutKeptLinks =
  ({ draft }: Pick<View, 'draft'>) =>
  <T extends WithLogins>(
    found: T,
    needLogin: boolean,
  ): Omit<T, 'episodes'> & { episodes: Episodes } => {
    const { documentId, headVideo, episodes } = found;
    if (draft?.uid === UID && draft.documentId === documentId) {
      return { ...found, episodes: episodes.map(({ logins: _logins, ...one }) => one) };
    }
    return {
      ...found,
      headVideo: needLogin && headVideo !== null ? { ...headVideo, m3u8Link: null } : headVideo,
      episodes: episodes.map(withoutKeptLink),
    };
  };
