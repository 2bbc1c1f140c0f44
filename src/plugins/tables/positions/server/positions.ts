import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { findModel } from '../../../../platform/strapi/models';
import { tableOf } from '../../../../platform/strapi/queries';
import { LAST } from './arrange';

/** The attribute by which lists are sorted, lowest first. */
export const POSITION = 'order';

type Row = { order: number | null; documentId: string };

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
 * others, whatever their language: an entry's languages stand together.
 */
export const newPosition = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  documentId?: string,
): Promise<number> => {
  const elsewhere =
    documentId === undefined ? null : await highest({ strapi }, uid, { documentId });
  if (elsewhere !== null) return elsewhere;
  const last = await highest({ strapi }, uid, {});
  return last === null ? 0 : Math.min(last + 1, LAST);
};
