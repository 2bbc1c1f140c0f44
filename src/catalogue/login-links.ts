import { z } from '@strapi/utils';
import type { WithStrapi } from '../platform/with-strapi';
import type { WhoAsks } from '../platform/http/handler';
import { mapFrom } from '../delivery/plan/field-source';
import { catalogueSettings } from './settings';

/** What the contracts of endpoints with such links say. */
export const linksKept =
  'Where the service is set to keep the video links of series that need a login, those of the series and of its ' +
  'episodes (`m3u8Link`) are null unless the token of a student comes with the request.';

type WithLink = { m3u8Link: string | null };

/**
 * The fields of an episode, with whether series that show it need a login. Every series and each of its languages
 * counts, whichever was asked for: a link that is given away in one place is kept in none.
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

/** The episode as it is shown to who is not signed in. */
export const withoutKeptLink = <T extends WithLink & { logins: readonly boolean[] }>({
  logins,
  ...episode
}: T): Omit<T, 'logins'> => ({
  ...episode,
  ...(logins.includes(true) && { m3u8Link: null }),
});

/** Whether an answer may have the links of all series that need a login. */
export const mayHaveLinks = async ({ strapi }: WithStrapi, whoAsks: WhoAsks): Promise<boolean> =>
  !catalogueSettings.of({ strapi }).seriesLoginKeepsLinks || (await whoAsks()) !== null;
