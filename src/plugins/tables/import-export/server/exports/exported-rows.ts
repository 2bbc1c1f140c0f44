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

/** Number of rows read at once. Larger batches would block other requests. */
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
  const { uid, ability, list, after } = wanted;
  const isAfter = { documentId: { $gt: after } };
  const table = tableOf<Row>(context, uid);
  const readable = await readableWhere(context, wanted);
  const selected = await table.findMany({
    ...(list
      ? await buildListQuery(context, { uid, ability, ...list }, isAfter)
      : { where: { $and: [readable, isAfter] } }),
    select: ['documentId'],
    orderBy: { documentId: 'asc' },
    limit: BATCH,
  });
  const ids = [...new Set(selected.map(({ documentId }) => documentId))];
  const rows = await table.findMany({
    where: { $and: [readable, { documentId: { $in: ids } }] },
    select: isLocalized(findModel(context, uid)) ? ['documentId', 'locale'] : ['documentId'],
    orderBy: { documentId: 'asc' },
  });
  return { rows, ids, read: list ? ids.length : rows.length, isLast: selected.length < BATCH };
};
