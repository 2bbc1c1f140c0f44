import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../platform/with-strapi';
import { findModel } from '../../../platform/strapi/models';
import { sql, type Transaction } from '../../../platform/strapi/queries';
import { tablesOf } from '../../../platform/strapi/tables';

/** Entries of one type. */
export type Entries = { uid: string; documentIds: readonly string[] };

const keyOf = (uid: string, documentId: string): string => `${uid} ${documentId}`;

/**
 * Finds related entries that a write changes as well. A relation is stored by its owning side. So
 * assigning courses in a person's form changes the courses.
 *
 * @param data data of the write; only the relations in it are considered
 */
export const createRelatedWrites = ({ strapi }: WithStrapi) => {
  const tables = tablesOf({ strapi });

  const relationsIn = (uid: string, data: unknown) => {
    const sent = typeof data === 'object' && data !== null ? Object.keys(data) : [];
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    return sent.flatMap((name) => {
      const { target, mappedBy } = attributes[name] ?? {};
      return target?.startsWith('api::') === true && mappedBy !== undefined
        ? [{ target, mappedBy }]
        : [];
    });
  };

  return {
    hasRelations: (uid: string, data: unknown): boolean => relationsIn(uid, data).length > 0,

    /** Returns the entries that reference an entry through the relations in a write. */
    referencing: async (
      uid: string,
      documentId: string,
      data: unknown,
      trx: Transaction,
    ): Promise<ReadonlySet<string>> => {
      const statements = relationsIn(uid, data).map(({ target, mappedBy }) => {
        const { table, from, to } = tables(target).link(mappedBy);
        return `SELECT ${escapeLiteral(target)} AS uid, t.document_id AS "documentId"
          FROM ${escapeIdentifier(tables(uid).name)} o
          JOIN ${escapeIdentifier(table)} l ON l.${escapeIdentifier(to)} = o.id
          JOIN ${escapeIdentifier(tables(target).name)} t ON t.id = l.${escapeIdentifier(from)}
          WHERE o.document_id = :documentId`;
      });
      if (statements.length === 0) return new Set();
      const { rows } = await sql({ strapi, trx }, statements.join(' UNION '), { documentId });
      return new Set(rows.map((row) => keyOf(String(row.uid), String(row.documentId))));
    },
  };
};

/** Returns the entries that are in exactly one of two sets, by type. */
export const differenceOf = (
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly Entries[] => {
  const keys = [
    ...[...before].filter((key) => !after.has(key)),
    ...[...after].filter((key) => !before.has(key)),
  ];
  const byType = new Map<string, string[]>();
  for (const key of keys) {
    const [uid = '', documentId = ''] = key.split(' ');
    byType.set(uid, [...(byType.get(uid) ?? []), documentId]);
  }
  return [...byType].map(([uid, documentIds]) => ({ uid, documentIds }));
};
