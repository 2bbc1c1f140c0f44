import type { WithStrapi } from '../../../../platform/with-strapi';
import { httpError, type ApiError } from '../../../../platform/http/errors';
import type { View } from '../../../../delivery/view';
import type { ReferenceUid } from '../../references';
import { findMoved } from './former-slugs';

/**
 * Returns the error of a slug without a published entry. If an entry has moved, `details.movedTo`
 * is its current slug, of the same type and language.
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
