import type { View } from '../../../delivery/view';

const UID = 'api::product.product';
const LARGEST_ROW_ID = 2_147_483_647;

type DocumentLocation = { where: { documentId: string }; locale: string | undefined };

const byRowId = async (view: View, id: number): Promise<DocumentLocation | null> => {
  if (id > LARGEST_ROW_ID) return null;
  const found = await view.findByRowId(UID, id);
  return found && { where: { documentId: found.documentId }, locale: found.locale ?? undefined };
};

const byDocumentId = async (view: View, documentId: string): Promise<DocumentLocation | null> => {
  const found = await view.findReferences(UID, { where: { documentId }, sort: ['locale'] });
  const preferred = await view.defaultLocale();
  const version = found.find(({ locale }) => locale === preferred) ?? found[0];
  return version === undefined
    ? null
    : { where: { documentId }, locale: version.locale ?? undefined };
};

/**
 * Returns the document and locale of an id. A row id identifies one locale of one document, whether
 * it is the draft, the published row or an earlier published row. A `documentId` identifies all
 * locales: the requested one, else the default one, else any.
 */
export const locateProduct = async (
  view: View,
  id: string,
  lang: string | undefined,
): Promise<DocumentLocation | null> => {
  if (/^\d+$/.test(id)) {
    const place = await byRowId(view, Number(id));
    return place && { ...place, locale: lang ?? place.locale };
  }
  if (lang !== undefined) return { where: { documentId: id }, locale: lang };
  return byDocumentId(view, id);
};
