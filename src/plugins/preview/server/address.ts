import { typeNameOf } from './previewable-types';
import { issuePreviewToken, TOKEN_PARAMETER } from './token';

type Document = { documentId: string; locale?: string; status?: string };

/**
 * Where the admin panel's preview button leads.
 *
 * Always to this service first: only it can find out the slug and business line that a frontend needs.
 */
export const previewAddress = (
  secret: string,
  uid: string,
  { documentId, locale, status }: Document,
): string => {
  const query = new URLSearchParams({
    ...(locale === undefined ? {} : { lang: locale }),
    status: status === 'published' ? 'published' : 'draft',
    [TOKEN_PARAMETER]: issuePreviewToken(secret),
  });
  return `/preview/${typeNameOf(uid)}/${documentId}?${query.toString()}`;
};
