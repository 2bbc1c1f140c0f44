import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { mergeSentValues } from '../../../platform/strapi/copied-fields';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { rightsErrors } from './errors';

type Asked = { uid: UID.ContentType; action: string; params: object };

/**
 * Whether a write copies what whoever makes the current request may not read. Strapi asks for nothing but the right to
 * make entries: whoever copied a draft of another business line into their own could read it there.
 */
export const copiesHidden = async (
  { strapi }: WithStrapi,
  { uid, action, params }: Asked,
): Promise<boolean> => {
  const ctx = strapi.requestContext.get();
  const { userAbility: ability } = (ctx?.state ?? {}) as { userAbility?: unknown };
  const { documentId } = params as { documentId?: string };
  if (action !== 'clone' || ability === undefined || documentId === undefined) return false;
  const access = entryAccess({ strapi }, { ability, uid });
  return !(await access.mayWith('read', { documentId, locale: '' }));
};

/** Has copies hold what was sent of them, and refuses those that would lose what whoever makes them does not see. */
export const keepHiddenInCopies = ({ strapi }: WithStrapi): void =>
  mergeSentValues({ strapi }, (fields) => {
    throw localizedError({ strapi }, rightsErrors.HIDDEN_FIELDS_LOST, {
      subject: fields.join(', '),
      details: { fields },
    });
  });
