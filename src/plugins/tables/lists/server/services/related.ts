import type { TypeRequest } from '#platform/http/request-person';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findPictureAttribute, getPictureUrl, type ListedRow } from '#catalogue/entry-summary';
import { buildPermittedRowsSql, buildPermittedWhere } from '#platform/strapi/permitted-query';
import { sql, getTable } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import type { Related } from '../../lists';
import { listReadableRelations, type NamedRelation } from './list-selection';

/** Maximum number of suggestions for each related type. */
const MOST_OF_A_TYPE = 5;

/** Counts the readable drafts that refer to each of some entries. */
const countReferences = async (
  { strapi }: WithStrapi,
  { uid, ability, attribute, target }: TypeRequest & Pick<NamedRelation, 'attribute' | 'target'>,
  documents: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const tables = createTableLookup({ strapi });
  const link = tables(uid).link(attribute);
  const [ownTable, other, join, from, to] = [
    tables(uid).name,
    tables(target).name,
    link.table,
    link.from,
    link.to,
  ].map(escapeIdentifier);
  const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid });
  const { rows } = await sql(
    { strapi },
    `select t.document_id as target, count(distinct d.document_id) as count
       from ${other} t join ${join} l on l.${to} = t.id join ${ownTable} d on d.id = l.${from}
      where t.document_id = any(string_to_array(?, ',')) and d.id in (${permitted.sql})
      group by t.document_id`,
    [documents.join(','), ...permitted.bindings],
  );
  return new Map(rows.map((row) => [String(row.target), Number(row.count)]));
};

type RelatedRequest = TypeRequest & {
  /** Search text in names. Shorter texts than `SHORTEST` find nothing. */
  q: string;
  /** Active filter of the list, such as `of:protagonists:abc123`. */
  chosen: string | undefined;
};

const SHORTEST = 2;

/** Finds entries of other types by which a list can be filtered. */
export const findRelatedEntries = async (
  { strapi }: WithStrapi,
  { uid, ability, q, chosen }: RelatedRequest,
): Promise<Related[]> => {
  const [, chosenBy, chosenId = ''] = chosen?.split(':') ?? [];
  const related: Related[] = [];
  for (const { attribute, target, naming } of listReadableRelations({ strapi }, { uid, ability })) {
    const conditions = [
      ...(q.length >= SHORTEST ? [{ [naming]: { $containsi: q } }] : []),
      ...(chosenBy === attribute ? [{ documentId: chosenId }] : []),
    ];
    if (conditions.length === 0) continue;
    const picture = findPictureAttribute({ strapi }, target);
    const rows = await getTable<ListedRow>({ strapi }, target).findMany({
      where: {
        $and: [
          await buildPermittedWhere({ strapi }, { ability, uid: target, query: {} }),
          { $or: conditions },
        ],
      },
      ...(picture !== undefined && {
        populate: { [picture]: { select: ['url', 'formats'] } } as Record<typeof picture, object>,
      }),
      orderBy: [{ [naming]: 'asc' }, { documentId: 'asc' }],
      // An entry may have a draft and a published version in two locales.
      limit: MOST_OF_A_TYPE * 4,
    });
    const entries = [...new Map(rows.map((row) => [row.documentId, row])).values()].slice(
      0,
      MOST_OF_A_TYPE,
    );
    if (entries.length === 0) continue;
    const counts = await countReferences(
      { strapi },
      { uid, ability, attribute, target },
      entries.map(({ documentId }) => documentId),
    );
    for (const entry of entries) {
      related.push({
        value: `of:${attribute}:${entry.documentId}`,
        uid: target,
        name: entry[naming] ?? entry.documentId,
        picture: getPictureUrl(entry, picture),
        count: counts.get(entry.documentId) ?? 0,
      });
    }
  }
  return related;
};
