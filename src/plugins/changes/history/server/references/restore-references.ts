import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { modelsOf } from '../../../../../delivery/plan/model';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { createLinks, type Link, type Root } from '../recording/links';

/** An entry that referenced the deleted one, and whether it does so again. */
export type RestoredReference = { root: Root; isBack: boolean };

const isSameRoot = (root: Root, other: Root | undefined): boolean =>
  root.uid === other?.uid &&
  root.documentId === other.documentId &&
  root.locale === other.locale &&
  root.isPublished === other.isPublished;

/**
 * Returns a function that restores the references to an entry that is back. It uses the same component if
 * that still belongs to the same version of the same page, otherwise the one at the same position.
 * A position that holds another entry by now is left alone.
 */
export const createRestoreReferences = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  const { wholesOf } = createLinks({ strapi });

  const run = async <Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await strapi.db.transaction(({ trx }) =>
      sql({ strapi, trx }, statement, bindings),
    );
    return rows as Row[];
  };

  /** Returns the row id of a version of a document. */
  const rowOf = async (
    uid: string,
    { documentId, locale, isPublished }: Pick<Root, 'documentId' | 'locale' | 'isPublished'>,
  ): Promise<number | undefined> => {
    const status = models(uid).hasDrafts
      ? ` AND published_at IS ${isPublished ? 'NOT NULL' : 'NULL'}`
      : '';
    const [row] = await run<{ id: number }>(
      `SELECT id FROM ${escapeIdentifier(tables(uid).name)}
       WHERE document_id = :documentId AND coalesce(locale, '') = :locale${status} ORDER BY id DESC LIMIT 1`,
      { documentId, locale },
    );
    return row?.id;
  };

  /** Returns the id of the row that now holds a link. */
  const holderOf = async ({ owner, holder, root, path }: Link): Promise<number | undefined> => {
    if (path.length === 0) return rowOf(root.uid, root);
    const whole = (await wholesOf(owner, [holder])).get(holder);
    if (isSameRoot(root, whole?.root)) return holder;

    let row = await rowOf(root.uid, root);
    let uid = root.uid;
    for (const { attribute, at } of path) {
      const described = models(uid).attributes[attribute];
      if (row === undefined || (described?.kind !== 'component' && described?.kind !== 'zone')) {
        return undefined;
      }
      const link = tables(uid).link(attribute);
      const on = Object.entries(link.on).map(
        ([column, value]) => ` AND ${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
      );
      const order = link.order === null ? 'id' : `${escapeIdentifier(link.order)}, id`;
      const [next]: { id: number; type: string }[] = await run(
        `SELECT ${escapeIdentifier(link.to)} AS id, component_type AS type
         FROM ${escapeIdentifier(link.table)} WHERE ${escapeIdentifier(link.from)} = :row${on.join('')}
         ORDER BY ${order} OFFSET :at LIMIT 1`,
        { row, at },
      );
      row = next?.id;
      uid = next?.type ?? uid;
    }
    return uid === owner ? row : undefined;
  };

  return async (
    uid: string,
    documentId: string,
    links: readonly Link[],
  ): Promise<readonly RestoredReference[]> => {
    const restoredReferences: RestoredReference[] = [];
    const targets = new Map<string, number | undefined>();
    for (const link of links) {
      const { locale, isPublished, root } = link;
      const version = `${locale} ${String(isPublished)}`;
      if (!targets.has(version)) {
        targets.set(version, await rowOf(uid, { documentId, locale, isPublished }));
      }
      const target = targets.get(version);
      const described = models(link.owner).attributes[link.attribute];
      const holder = target === undefined ? undefined : await holderOf(link);
      if (target === undefined || holder === undefined || described?.target !== uid) {
        restoredReferences.push({ root, isBack: false });
        continue;
      }
      const { table, from, to, on, order, orderAtTarget } = tables(link.owner).link(link.attribute);
      const atTarget = link.positionAtTarget ?? null;
      const orders = [order, atTarget === null ? null : orderAtTarget].filter(
        (column) => column !== null,
      );
      const columns = [from, to, ...Object.keys(on), ...orders];
      const values = [
        ':holder',
        ':target',
        ...Object.values(on).map((value) => escapeLiteral(value)),
        ...orders.map((column) =>
          column === order ? 'CAST(:position AS float8)' : 'CAST(:atTarget AS float8)',
        ),
      ];
      // A to-one relation is free only if it is empty.
      const taken = described.isMany ? ` AND ${escapeIdentifier(to)} = :target` : '';
      await run(
        `INSERT INTO ${escapeIdentifier(table)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})
         SELECT ${values.join(', ')} WHERE NOT EXISTS (
           SELECT FROM ${escapeIdentifier(table)} WHERE ${escapeIdentifier(from)} = :holder${taken})`,
        { holder, target, position: link.position, atTarget },
      );
      const [inserted] = await run<{ id: number }>(
        `SELECT id FROM ${escapeIdentifier(table)}
         WHERE ${escapeIdentifier(from)} = :holder AND ${escapeIdentifier(to)} = :target LIMIT 1`,
        { holder, target },
      );
      restoredReferences.push({ root, isBack: inserted !== undefined });
    }
    return restoredReferences;
  };
};
