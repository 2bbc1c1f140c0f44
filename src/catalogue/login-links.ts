import { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { IdentifyStudent } from '#platform/http/handler';
import { mapFrom } from '#delivery/plan/field-source';
import { catalogueSettings } from './settings';

/** Description of endpoints with links that require a login. */
export const protectedLinksNote =
  'If the service hides the video links of series that need a login, `m3u8Link` of the series and its ' +
  'episodes is null in requests without a student’s token.';

type WithLink = { m3u8Link: string | null };

/**
 * Returns the fields of an episode with `logins`: for every series with it and each locale, whether
 * a login is required. One of them suffices to hide the link, wherever the episode is read.
 */
export const withLogins = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject({
    ...shape,
    logins: mapFrom(z.array(z.boolean()), {
      kind: 'pluck',
      attribute: 'series',
      field: 'needLogin',
    }),
  });

/** Returns the episode without a link that requires a login. */
export const withoutKeptLink = <T extends WithLink & { logins: readonly boolean[] }>({
  logins,
  ...episode
}: T): Omit<T, 'logins'> => ({
  ...episode,
  ...(logins.includes(true) && { m3u8Link: null }),
});

/** Returns whether a response may contain the links of all series that require a login. */
export const mayHaveLinks = async (
  { strapi }: WithStrapi,
  identifyStudent: IdentifyStudent,
): Promise<boolean> =>
  !catalogueSettings.of({ strapi }).seriesLoginProtectsLinks || (await identifyStudent()) !== null;
