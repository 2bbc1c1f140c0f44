import type { Core, UID } from '@strapi/types';
import { findModel, isLocalized } from '../../../strapi/models';
import { tableOf } from '../../../strapi/queries';

type WithStrapi = { strapi: Core.Strapi };

/** The attribute by which lists are sorted, lowest first. */
export const POSITION = 'order';

type Row = { order: number | null; documentId: string; locale: string | null };

/** The last one that the database can store. */
const LAST = 2_147_483_647;

/** An entry's version in a language that is about to be made. */
export type NewVersion = { documentId?: string | undefined; locale?: string | undefined };

export const hasPosition = ({ strapi }: WithStrapi, uid: string): boolean => {
  const attribute = findModel({ strapi }, uid)?.attributes[POSITION];
  return attribute?.type === 'integer' && attribute.required === true;
};

const highest = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  where: object,
): Promise<number | null> => {
  const [row] = await tableOf<Row>({ strapi }, uid).findMany({
    where: { $and: [where, { [POSITION]: { $notNull: true } }] },
    select: [POSITION],
    orderBy: { [POSITION]: 'desc' },
    limit: 1,
  });
  return row?.order ?? null;
};

/**
 * Where a new version stands: a translation where the entry stands in its other languages, a new entry after all
 * others of its language. Two that are made at once may get the same one; lists then go by document.
 */
export const newPosition = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { documentId, locale }: NewVersion,
): Promise<number> => {
  const elsewhere =
    documentId === undefined ? null : await highest({ strapi }, uid, { documentId });
  if (elsewhere !== null) return elsewhere;
  const model = findModel({ strapi }, uid);
  const isByLanguage = model !== undefined && isLocalized(model) && locale !== undefined;
  const last = await highest({ strapi }, uid, isByLanguage ? { locale } : {});
  return last === null ? 0 : Math.min(last + 1, LAST);
};
