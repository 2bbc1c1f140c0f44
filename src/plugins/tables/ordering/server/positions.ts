import type { UID } from '@strapi/types';
import { POSITION, hasPosition } from '../../../../catalogue/entry-position';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql, tableOf, type Transaction } from '../../../../platform/strapi/queries';
import { defaultLocale } from '../../../../platform/strapi/default-locale';
import { findModel, isLocalized } from '../../../../platform/strapi/models';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
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

type Params = { documentId?: string; locale?: unknown; data?: Record<string, unknown> };

/**
 * Returns whether a copy has no position of its own: its form starts with the position of the
 * original.
 */
const isCopied = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { documentId, data = {} }: Params,
): Promise<boolean> => {
  const position = data[POSITION];
  if (position === undefined) return true;
  const rows = await tableOf<Row>({ strapi }, uid).findMany({
    where: { documentId },
    select: ['order'],
  });
  return rows.some(({ order }) => order === position);
};

/**
 * Returns whether an update creates a new locale of an entry without a position. Forms, which hide
 * positions, may send the default of the attribute.
 */
const isNewLanguage = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { documentId, locale: asked, data }: Params,
): Promise<boolean> => {
  const model = findModel({ strapi }, uid);
  if (!isLocalized(model)) return false;
  const initial = model?.attributes[POSITION]?.default;
  if (data === undefined || ![undefined, initial].includes(data[POSITION])) return false;
  const locale = typeof asked === 'string' ? asked : await defaultLocale({ strapi });
  const rows = tableOf<Row>({ strapi }, uid);
  return (await rows.findOne({ where: { documentId, locale }, select: ['documentId'] })) === null;
};

/**
 * Sets the position of new entries and locales without one, from API clients, imports and copies.
 * Forms of new entries request a position first and always send it.
 */
export const setMissingPositions = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    const { uid, action } = context;
    if (action !== 'create' && action !== 'update' && action !== 'clone') return next();
    if (!hasPosition({ strapi }, uid)) return next();
    const params = context.params as Params;
    const { documentId, data } = params;
    const isWanted =
      action === 'clone'
        ? await isCopied({ strapi }, uid, params)
        : action === 'update'
          ? await isNewLanguage({ strapi }, uid, params)
          : data !== undefined && data[POSITION] === undefined;
    if (!isWanted) return next();
    // For a copy, `documentId` is that of the original.
    const entry = action === 'clone' ? undefined : documentId;
    return strapi.db.transaction(async ({ trx }) => {
      await lockPositions({ strapi }, uid, trx);
      const position = await newPosition({ strapi }, uid, entry);
      Object.assign(context.params, { data: { ...data, [POSITION]: position } });
      return next();
    });
  };
};
