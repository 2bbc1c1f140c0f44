import type { WithStrapi } from '../../../../platform/with-strapi';
import { httpError, type ApiError } from '../../../../platform/http/errors';
import type { View } from '../../../../delivery/view';
import type { ReferenceUid } from '../../references';
import { findMoved } from './former-slugs';

/**
 * The error for a slug that nothing is published under. Where something was before its slug changed, `details.movedTo`
 * is its slug of today, of the same type and in the same language.
 */
export const slugNotFound = async (
  { strapi }: WithStrapi,
  view: View,
  error: ApiError,
  asked: { uid: ReferenceUid; slug: string; lang?: string | undefined },
): Promise<Error> => {
  const movedTo = await findMoved({ strapi }, view, asked);
  return httpError(error, movedTo === null ? {} : { details: { movedTo } });
};
