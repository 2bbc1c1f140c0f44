import type { UID } from '@strapi/types';
import { POSITION } from '../../../../catalogue/entry-position';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql, tableOf, type Transaction } from '../../../../platform/strapi/queries';
import { MAX_POSITION } from './plan-positions';

type Row = { order: number | null; documentId: string };

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
 * Returns the position of a new version. A translation takes the position of the entry's other
 * locales. A new entry comes after all others in any locale.
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
  return last === null ? 0 : Math.min(last + 1, MAX_POSITION);
};

/** Serializes position changes of a type until the transaction ends. */
export const lockPositions = async (
  { strapi }: WithStrapi,
  uid: string,
  trx: Transaction,
): Promise<void> => {
  await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [`positions ${uid}`]);
};
