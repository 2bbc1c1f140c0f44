import type { Admin } from './admin';

type Version = { documentId: string; locale?: string | null; status?: 'draft' | 'published' };

/** Requests the address of a preview as a user of the panel. */
export const askForPreview = (
  admin: Pick<Admin, 'get'>,
  uid: string,
  { documentId, locale, status = 'draft' }: Version,
) => {
  const query = new URLSearchParams({ documentId, status });
  if (locale !== undefined && locale !== null) query.set('locale', locale);
  return admin.get(`/content-manager/preview/url/${uid}?${query.toString()}`);
};

/** Returns the address that the panel's preview button opens. */
export const previewLinkOf = async (
  admin: Pick<Admin, 'get'>,
  uid: string,
  version: Version,
): Promise<string> => {
  const { status, body } = await askForPreview(admin, uid, version);
  if (status !== 200) throw new Error(`There is no preview of ${uid}: ${status}`);
  return (body.data as { url: string }).url;
};

/** Returns the token in that address. */
export const previewTokenOf = async (
  admin: Pick<Admin, 'get'>,
  uid: string,
  version: Version,
): Promise<string> => {
  const link = new URL(await previewLinkOf(admin, uid, version), 'http://localhost');
  return link.searchParams.get('previewToken') ?? '';
};
