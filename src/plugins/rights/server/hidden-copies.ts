import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { mergeSentValues } from '../../../platform/strapi/copied-fields';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { rightsErrors } from './errors';

type CopyRequest = { uid: UID.ContentType; action: string; params: object };

/**
 * Returns true if a write copies an entry that the current user may not read. Strapi checks only
 * the permission to create entries. So a copy of another line's draft would make it readable.
 */
export const isCopyOfHiddenEntry = async (
  { strapi }: WithStrapi,
  { uid, action, params }: CopyRequest,
): Promise<boolean> => {
  const ctx = strapi.requestContext.get();
  const { userAbility: ability } = (ctx?.state ?? {}) as { userAbility?: unknown };
  const { documentId } = params as { documentId?: string };
  if (action !== 'clone' || ability === undefined || documentId === undefined) return false;
  const access = entryAccess({ strapi }, { ability, uid });
  return !(await access.mayWith('read', { documentId, locale: '' }));
};

/**
 * Makes copies keep the values that were sent, and rejects copies that would lose fields hidden
 * from the user.
 */
export const keepHiddenInCopies = ({ strapi }: WithStrapi): void =>
  mergeSentValues({ strapi }, (fields) => {
    throw localizedError({ strapi }, rightsErrors.HIDDEN_FIELDS_LOST, {
      subject: fields.join(', '),
      details: { fields },
    });
  });
