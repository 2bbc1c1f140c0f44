import type { UID } from '@strapi/types';
import { POSITION, hasPosition } from '#catalogue/entry-position';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, getTable, type Transaction } from '#platform/strapi/queries';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, isLocalized } from '#platform/strapi/models';
import type { DocumentMiddleware } from '#platform/documents/pipeline';

/** Maximum position that the database can store. */
export const MAX_POSITION = 2_147_483_647;

type ArrangedEntry = { at: number; position: number };

/**
 * Renumbers entries from `at` on with a distance of at least one, until they fit; null if the range
 * is exhausted.
 */
const push = (
  positions: readonly number[],
  position: number,
  step: 1 | -1,
): readonly ArrangedEntry[] | null => {
  const before = positions[position - step];
  const beyond = positions[position + step];
  const end = Math.min(Math.max((beyond ?? 0) - step, 0), MAX_POSITION);
  const first = before === undefined ? end : before + step;
  const arranged: ArrangedEntry[] = [];
  let needed = first;
  for (let index = position; index >= 0 && index < positions.length; index += step) {
    const current = positions[index];
    const fits = current !== undefined && (step === 1 ? current >= needed : current <= needed);
    if (index !== position && fits) break;
    if (needed < 0 || needed > MAX_POSITION) return null;
    arranged.push({ at: index, position: needed });
    needed += step;
  }
  return arranged;
};

/**
 * Returns the positions that change when the entry at `from` moves to `to`. The entry takes a free
 * number between its new neighbours. If there is none, the neighbours on one side shift up to the
 * next gap. Entries between the two places shift if possible. Equal numbers can make it impossible.
 *
 * @param positions ascending; some may be equal
 * @returns the index before the move and the new position of each changed entry, the moved one
 * included
 */
export const planPositions = (
  positions: readonly number[],
  from: number,
  to: number,
): readonly ArrangedEntry[] => {
  const order = positions.map((_position, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  const now = order.map((index) => positions[index] ?? 0);
  const countOutside = (arrangement: readonly ArrangedEntry[]): number =>
    arrangement.filter(({ at }) => at < Math.min(from, to) || at > Math.max(from, to)).length;
  const [best = []] = [push(now, to, 1), push(now, to, -1)]
    .filter((arrangement) => arrangement !== null)
    .sort(
      (first, other) => countOutside(first) - countOutside(other) || first.length - other.length,
    );
  return best.map(({ at, position }) => ({ at: order[at] ?? at, position }));
};

type Row = { order: number | null; documentId: string };

const findHighestPosition = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  where: object,
): Promise<number | null> => {
  const [row] = await getTable<Row>({ strapi }, uid).findMany({
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
export const readNewPosition = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  documentId?: string,
): Promise<number> => {
  const elsewhere =
    documentId === undefined ? null : await findHighestPosition({ strapi }, uid, { documentId });
  if (elsewhere !== null) return elsewhere;
  const last = await findHighestPosition({ strapi }, uid, {});
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
  const rows = await getTable<Row>({ strapi }, uid).findMany({
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
  { documentId, locale: requestedLocale, data }: Params,
): Promise<boolean> => {
  const model = findModel({ strapi }, uid);
  if (!isLocalized(model)) return false;
  const initial = model?.attributes[POSITION]?.default;
  if (data === undefined || ![undefined, initial].includes(data[POSITION])) return false;
  const locale =
    typeof requestedLocale === 'string' ? requestedLocale : await loadDefaultLocale({ strapi });
  const rows = getTable<Row>({ strapi }, uid);
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
      const position = await readNewPosition({ strapi }, uid, entry);
      Object.assign(context.params, { data: { ...data, [POSITION]: position } });
      return next();
    });
  };
};
