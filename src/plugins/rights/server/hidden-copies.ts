import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { entryAccess } from '../../../platform/strapi/entry-access';

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
