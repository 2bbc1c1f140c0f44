import type { z } from '@strapi/utils';
import { withoutKeptLink } from '../../../catalogue/login-links';
import type { View } from '../../../delivery/view';
import { isVisibleDraft } from '../../../delivery/visible-draft';
import type { series, seriesWithLogins } from '../contract';

const UID = 'api::series.series';

/** Values of a version that decide about its links; no response has them. */
type Guard = Pick<z.output<typeof seriesWithLogins>, 'needLogin' | 'version'>;

type WithLogins = Omit<z.output<typeof seriesWithLogins>, keyof Guard>;
type Episodes = z.output<typeof series>['episodes'];

/**
 * Returns a series without links that require a login. Editors see the links of the series that
 * they preview, in the languages of the preview.
 */
export const createLinkHider =
  ({ draft }: Pick<View, 'draft'>) =>
  <T extends WithLogins>(
    found: T,
    { needLogin, version }: Guard,
  ): Omit<T, 'episodes'> & { episodes: Episodes } => {
    const { documentId, headVideo, episodes } = found;
    if (isVisibleDraft(draft, UID, { documentId, locale: version })) {
      return { ...found, episodes: episodes.map(({ logins: _logins, ...one }) => one) };
    }
    return {
      ...found,
      headVideo: needLogin && headVideo !== null ? { ...headVideo, m3u8Link: null } : headVideo,
      episodes: episodes.map(withoutKeptLink),
    };
  };
