import type { Core } from '@strapi/types';
import { defaultLocale } from '../../../strapi/default-locale';
import type { View } from '../../../reading/view';

const UID = 'api::product.product';
const LARGEST_ROW_ID = 2_147_483_647;

type Place = { where: { documentId: string }; locale: string };

const byRowId = async ({ strapi }: { strapi: Core.Strapi }, id: number): Promise<Place | null> => {
  if (id > LARGEST_ROW_ID) return null;
  const row = (await strapi.db
    .query(UID)
    .findOne({ where: { id }, select: ['documentId', 'locale'] })) as {
    documentId: string;
    locale: string;
  } | null;
  return row && { where: { documentId: row.documentId }, locale: row.locale };
};

const byDocumentId = async (
  { strapi }: { strapi: Core.Strapi },
  view: View,
  documentId: string,
): Promise<Place | null> => {
  const rows = (await strapi.db.query(UID).findMany({
    where: { documentId, publishedAt: { $null: view.status === 'draft' } },
    select: ['locale'],
    orderBy: { locale: 'asc' },
  })) as { locale: string }[];
  view.addDependency('plugin::i18n.locale');
  const preferred = await defaultLocale({ strapi });
  const row = rows.find(({ locale }) => locale === preferred) ?? rows[0];
  return row === undefined ? null : { where: { documentId }, locale: row.locale };
};

/**
 * Finds which document, in which language, an id means. A row's number names one language of one
 * document, whether it is the published row or the draft, whose number outlives publications; a
 * `documentId` names all languages: the one asked for, else the default one, else any.
 */
export const locateProduct = async (
  { strapi }: { strapi: Core.Strapi },
  view: View,
  id: string,
  lang: string | undefined,
): Promise<Place | null> => {
  if (/^\d+$/.test(id)) {
    const place = await byRowId({ strapi }, Number(id));
    return place && { ...place, locale: lang ?? place.locale };
  }
  if (lang !== undefined) return { where: { documentId: id }, locale: lang };
  return byDocumentId({ strapi }, view, id);
};
