import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { secretSettings } from '../../../platform/settings/secrets';
import { grantFor, type Person } from './grants';
import { typeNameOf } from './previewable-types';
import { issuePreviewToken, TOKEN_PARAMETER } from './token';

type Document = { documentId: string; locale?: string; status?: string };

/**
 * Returns where the admin panel's preview button leads, without the token: the guard of these links adds it, for it
 * knows who asks.
 *
 * Always to this service first: only it can find out the slug and business line that a frontend needs.
 */
export const previewAddress = (uid: string, { documentId, locale, status }: Document): string => {
  const query = new URLSearchParams({
    ...(locale === undefined ? {} : { lang: locale }),
    status: status === 'published' ? 'published' : 'draft',
  });
  return `/preview/${typeNameOf(uid)}/${documentId}?${query.toString()}`;
};

/** Returns the address with the token that opens it; null where the administrator may not read the entry's draft. */
export const previewLink = async (
  { strapi }: WithStrapi,
  person: Person,
  uid: UID.ContentType,
  document: Document,
): Promise<string | null> => {
  const grant = await grantFor({ strapi }, person, { uid, documentId: document.documentId });
  if (grant === null) return null;
  const token = issuePreviewToken(secretSettings.of({ strapi }).previewSecret, grant);
  return `${previewAddress(uid, document)}&${TOKEN_PARAMETER}=${token}`;
};
