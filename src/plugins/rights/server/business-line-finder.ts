import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  listComponentUids,
  listContentTypes,
  findModel,
  type AttributeSchema,
} from '#platform/strapi/models';
import { sql, type Transaction } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { getOwnership } from '#catalogue/access/ownership';
import { MEDIA_UID } from '#delivery/plan/model';
import { BUSINESS_LINE } from '#catalogue/business-line';

export type BusinessLine = { documentId: string; name: string };

export type Rows = { uid: string; ids: readonly number[] };

/** An attribute that references rows of a type, or contains components of a kind. */
type ReferencingAttribute = { owner: string; attribute: string; isPart: boolean };

/** A virtual relation to the entry's other locales, without a link table. */
const LOCALES_RELATION = 'localizations';

const listTargets = ({ type, target, mappedBy }: AttributeSchema): readonly string[] => {
  if (type === 'media') return [MEDIA_UID];
  return type === 'relation' && target !== undefined && mappedBy === undefined ? [target] : [];
};

const listComponents = ({ component, components = [] }: AttributeSchema): readonly string[] =>
  component === undefined ? components : [component];

export const createBusinessLineFinder = ({ strapi }: WithStrapi) => {
  const tables = createTableLookup({ strapi });
  const owners = [
    ...listContentTypes({ strapi })
      .map(({ uid }) => uid as string)
      .filter((uid) => uid.startsWith('api::')),
    ...listComponentUids({ strapi }),
  ];
  const places = new Map<string, ReferencingAttribute[]>();
  for (const owner of owners) {
    const attributes = Object.entries(findModel({ strapi }, owner)?.attributes ?? {});
    for (const [attribute, schema] of attributes) {
      if (schema === undefined || attribute === LOCALES_RELATION) continue;
      const place = { owner, attribute };
      for (const uid of listTargets(schema)) {
        places.set(uid, [...(places.get(uid) ?? []), { ...place, isPart: false }]);
      }
      for (const uid of listComponents(schema)) {
        places.set(uid, [...(places.get(uid) ?? []), { ...place, isPart: true }]);
      }
    }
  }

  /** Returns the rows that reference the given rows, or that contain them as components. */
  const findReferencingRows = async (
    { uid, ids }: Rows,
    trx?: Transaction,
  ): Promise<readonly Rows[]> => {
    const statements = (places.get(uid) ?? []).map(({ owner, attribute, isPart }) => {
      const { table, from, to, on } = tables(owner).link(attribute);
      const conditions = Object.entries({ ...on, ...(isPart && { component_type: uid }) }).map(
        ([column, value]) => ` AND ${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
      );
      return `SELECT ${escapeLiteral(owner)} AS uid, ${escapeIdentifier(from)} AS id
        FROM ${escapeIdentifier(table)}
        WHERE ${escapeIdentifier(to)} = ANY(:ids)${conditions.join('')}`;
    });
    if (statements.length === 0 || ids.length === 0) return [];
    const { rows } = await sql({ strapi, trx }, statements.join(' UNION '), { ids });
    const idsByOwner = new Map<string, number[]>();
    for (const row of rows) {
      const owner = String(row.uid);
      idsByOwner.set(owner, [...(idsByOwner.get(owner) ?? []), Number(row.id)]);
    }
    return [...idsByOwner].map(([owner, ownedIds]) => ({ uid: owner, ids: ownedIds }));
  };

  const readReferencedLines = async (
    { uid, ids }: Rows,
    attributes: readonly string[],
    trx?: Transaction,
  ): Promise<readonly BusinessLine[]> => {
    const lines = escapeIdentifier(tables(BUSINESS_LINE).name);
    const statements = attributes.map((attribute) => {
      const { table, from, to } = tables(uid).link(attribute);
      return `SELECT v.document_id, v.name FROM ${lines} v
        JOIN ${escapeIdentifier(table)} l ON l.${escapeIdentifier(to)} = v.id
        WHERE l.${escapeIdentifier(from)} = ANY(:ids)`;
    });
    const { rows } = await sql({ strapi, trx }, statements.join(' UNION '), { ids });
    return rows.map((row) => ({ documentId: String(row.document_id), name: String(row.name) }));
  };

  const readOwnLines = async (
    { ids }: Rows,
    trx?: Transaction,
  ): Promise<readonly BusinessLine[]> => {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT DISTINCT document_id, name FROM ${escapeIdentifier(tables(BUSINESS_LINE).name)}
       WHERE id = ANY(:ids)`,
      { ids },
    );
    return rows.map((row) => ({ documentId: String(row.document_id), name: String(row.name) }));
  };

  /** Returns every version of some entries in all locales, as rows. */
  const readVersionRows = async (
    uid: string,
    documentIds: readonly string[],
    trx?: Transaction,
  ): Promise<Rows> => {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT id FROM ${escapeIdentifier(tables(uid).name)} WHERE document_id = ANY(:documentIds)`,
      { documentIds },
    );
    return { uid, ids: rows.map(({ id }) => Number(id)) };
  };

  /**
   * Returns the business lines of rows, either their own or those of the rows that reference them.
   */
  const findBusinessLines = async (
    start: Rows,
    trx?: Transaction,
  ): Promise<readonly BusinessLine[]> => {
    const lines = new Map<string, BusinessLine>();
    const seen = new Map<string, Set<number>>();
    let frontier: readonly Rows[] = [start];
    while (frontier.length > 0) {
      const next: Rows[] = [];
      for (const { uid, ids } of frontier) {
        const visited = seen.get(uid) ?? new Set();
        const rows = { uid, ids: ids.filter((id) => !visited.has(id)) };
        seen.set(uid, new Set([...visited, ...ids]));
        if (rows.ids.length === 0) continue;
        const ownership = getOwnership({ strapi }, uid);
        const ownedLines =
          ownership.kind === 'line'
            ? await readOwnLines(rows, trx)
            : ownership.kind === 'own'
              ? await readReferencedLines(rows, ownership.attributes, trx)
              : [];
        for (const line of ownedLines) lines.set(line.documentId, line);
        if (ownership.kind === 'shared') next.push(...(await findReferencingRows(rows, trx)));
      }
      frontier = next;
    }
    return [...lines.values()];
  };

  return {
    versionsOf: readVersionRows,
    linesOf: findBusinessLines,
    /** Returns the business lines of some entries, in any of their versions. */
    linesOfEntries: async (
      uid: string,
      documentIds: readonly string[],
      trx?: Transaction,
    ): Promise<readonly BusinessLine[]> =>
      documentIds.length === 0
        ? []
        : findBusinessLines(await readVersionRows(uid, documentIds, trx), trx),
  };
};

export type BusinessLineFinder = ReturnType<typeof createBusinessLineFinder>;
