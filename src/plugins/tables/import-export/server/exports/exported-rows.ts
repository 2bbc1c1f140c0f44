import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../../platform/strapi/queries';
import { buildListQuery } from '../../../lists';
import type { ExportOptions } from '../store/stored-run';

/** Scope of an export: the readable drafts in some locales, optionally limited to a list. */
type Wanted = Pick<ExportOptions, 'locales' | 'list'> & { uid: UID.ContentType; ability: unknown };

type Row = { documentId: string; locale: string | null };

/** Number of documents read at once. Larger batches would block other requests. */
const BATCH = 50;

const readableWhere = async (
  { strapi }: WithStrapi,
  { uid, ability, locales }: Wanted,
): Promise<object> => {
  const model = findModel({ strapi }, uid);
  return {
    $and: [
      await permittedWhere({ strapi }, { ability, uid, query: {} }),
      ...(hasDrafts(model) ? [{ publishedAt: { $null: true } }] : []),
      ...(isLocalized(model) ? [{ locale: { $in: [...locales] } }] : []),
    ],
  };
};

/** Counts the rows of the type, or the entries of the list, that an export reads. */
export const countExported = async (context: WithStrapi, wanted: Wanted): Promise<number> => {
  const { uid, ability, list } = wanted;
  return tableOf<Row>(context, uid).count(
    list
      ? await buildListQuery(context, { uid, ability, ...list })
      : { where: await readableWhere(context, wanted) },
  );
};

/** Returns the ids of the next entries of a list, or null without a list. */
const nextListed = async (
  context: WithStrapi,
  { uid, ability, list, after }: Wanted & { after: string },
): Promise<string[] | null> => {
  if (!list) return null;
  const rows = await tableOf<Row>(context, uid).findMany({
    ...(await buildListQuery(context, { uid, ability, ...list }, { documentId: { $gt: after } })),
    select: ['documentId'],
    orderBy: { documentId: 'asc' },
    limit: BATCH,
  });
  return [...new Set(rows.map(({ documentId }) => documentId))];
};

export type NextExported = {
  /** Locales of the documents. */
  rows: readonly Row[];
  ids: string[];
  /** How many of {@link countExported} these are. */
  read: number;
  isLast: boolean;
};

/**
 * Returns the next documents of an export in all requested locales. This also applies to lists,
 * although they show one locale.
 *
 * @param wanted `after`: id of the last document read
 */
export const readNextDocuments = async (
  context: WithStrapi,
  wanted: Wanted & { after: string },
): Promise<NextExported> => {
  const { uid, after } = wanted;
  const listed = await nextListed(context, wanted);
  const rows = await tableOf<Row>(context, uid).findMany({
    where: {
      $and: [
        await readableWhere(context, wanted),
        { documentId: listed === null ? { $gt: after } : { $in: listed } },
      ],
    },
    select: isLocalized(findModel(context, uid)) ? ['documentId', 'locale'] : ['documentId'],
    orderBy: { documentId: 'asc' },
    ...(listed === null && { limit: BATCH }),
  });
  if (listed !== null) {
    return { rows, ids: listed, read: listed.length, isLast: listed.length < BATCH };
  }
  const ids = [...new Set(rows.map(({ documentId }) => documentId))];
  // The last document may have further locales beyond the batch.
  const whole = rows.length < BATCH || ids.length === 1 ? ids : ids.slice(0, -1);
  const read = rows.filter(({ documentId }) => whole.includes(documentId)).length;
  return { rows, ids: whole, read, isLast: rows.length < BATCH };
};
