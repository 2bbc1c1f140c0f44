import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { secretSettings } from '../../../platform/settings/secrets';
import { grantFor, type Person } from './grants';
import { issuePreviewToken, TOKEN_PARAMETER } from './token';
import { featuresOf, previewsOf } from '../../../feature/application';

/** Returns the type's name in URLs, such as `product` for `api::product.product`. */
export const typeNameOf = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** Returns the type with a name in URLs; undefined if it has no preview. */
export const previewableTypeNamed = ({ strapi }: WithStrapi, name: string) => {
  const uid = `api::${name}.${name}` as UID.ContentType;
  const contract = previewsOf(featuresOf({ strapi }))[uid];
  return contract && { uid, contract };
};

type Document = { documentId: string; locale?: string; status?: string };

/**
 * Returns the path of the panel's preview button, without the token. The middleware for preview
 * links adds the token, because it knows the user.
 *
 * The path always leads to this service, because only it can look up the slug and business line
 * that a frontend needs.
 */
export const previewAddress = (uid: string, { documentId, locale, status }: Document): string => {
  const query = new URLSearchParams({
    ...(locale === undefined ? {} : { lang: locale }),
    status: status === 'published' ? 'published' : 'draft',
  });
  return `/preview/${typeNameOf(uid)}/${documentId}?${query.toString()}`;
};

/**
 * Returns the path with the token that opens the draft; null if the administrator may not read it.
 */
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
