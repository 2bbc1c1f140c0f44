import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../with-strapi';
import { findModel, hasDrafts } from './models';
import { preparedSql, type Transaction } from './queries';

type JoinTable = {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
  orderColumnName?: string;
  inverseOrderColumnName?: string;
};

type Attribute = { type: string; relation?: string; target?: string; joinTable?: JoinTable };

const MANY_TO_MANY = 'manyToMany';

/**
 * Returns a type's many-to-many relations to other types, from either side. These can have
 * thousands of links.
 */
export const mirroredRelations = ({ strapi }: WithStrapi, uid: string): readonly string[] =>
  Object.entries(strapi.db.metadata.get(uid).attributes as Record<string, Attribute>).flatMap(
    ([name, { type, relation, target, joinTable }]) =>
      type === 'relation' && relation === MANY_TO_MANY && target !== uid && joinTable !== undefined
        ? [name]
        : [],
  );

/**
 * Returns the statement that copies the links of a draft to its published row. Each new link leads to
 * the published row of the target. Existing links stay unchanged. If the order differs or a link is new,
 * the positions are those of the draft's links. Among the links of a target, a new one comes last, as in
 * Strapi.
 *
 *     WITH wanted AS MATERIALIZED (
 *       SELECT q.*, row_number() OVER (ORDER BY q.place, q.tie) AS rank FROM (
 *         SELECT DISTINCT ON (p.id) p.id, d."product_ord" AS place, d.id AS tie FROM "products_channels_lnk" d
 *         JOIN "products" t ON t.id = d."product_id"
 *         JOIN "products" p ON p.document_id = t.document_id AND p.locale IS NOT DISTINCT FROM t.locale
 *           AND p.published_at IS NOT NULL
 *         WHERE d."channel_id" = :draft ORDER BY p.id) q
 *     ), linked AS MATERIALIZED (
 *       SELECT l."product_id" AS id, row_number() OVER (ORDER BY l."product_ord", l.id) AS rank
 *       FROM "products_channels_lnk" l WHERE l."channel_id" = :published AND l."product_id" IN (SELECT w.id FROM wanted w)
 *     ), gone AS (DELETE …), moved AS (UPDATE …) INSERT …
 */
const mirrorStatement = (
  { strapi }: WithStrapi,
  { target = '', joinTable }: Attribute & { joinTable: JoinTable },
): string => {
  const { attributes, tableName } = strapi.db.metadata.get(target);
  const { joinColumn, inverseJoinColumn, orderColumnName, inverseOrderColumnName } = joinTable;
  const table = escapeIdentifier(joinTable.name);
  const row = escapeIdentifier(tableName);
  const own = escapeIdentifier(joinColumn.name);
  const other = escapeIdentifier(inverseJoinColumn.name);
  const placeOf = (alias: string): string =>
    orderColumnName === undefined ? 'NULL' : `${alias}.${escapeIdentifier(orderColumnName)}`;

  const model = findModel({ strapi }, target);
  const inLanguage = 'locale' in attributes ? 'AND p.locale IS NOT DISTINCT FROM t.locale ' : '';
  const published =
    model !== undefined && hasDrafts(model)
      ? `JOIN ${row} t ON t.id = d.${other} JOIN ${row} p ON p.document_id = t.document_id ` +
        `${inLanguage}AND p.published_at IS NOT NULL`
      : `JOIN ${row} p ON p.id = d.${other}`;

  const values: Record<string, string> = { [own]: ':published', [other]: 'w.id' };
  const moved: string[] = [];
  if (orderColumnName !== undefined) {
    const place = escapeIdentifier(orderColumnName);
    values[place] = 'w.place';
    moved.push(
      `, moved AS (UPDATE ${table} l SET ${place} = w.place FROM wanted w ` +
        // A count, because the planner would compare every pair for an `EXISTS` condition.
        `WHERE (SELECT count(*) FROM wanted) <> ` +
        `(SELECT count(*) FROM wanted v JOIN linked k ON k.id = v.id AND k.rank = v.rank) ` +
        `AND l.${own} = :published AND l.${other} = w.id AND l.${place} IS DISTINCT FROM w.place)`,
    );
  }
  if (inverseOrderColumnName !== undefined) {
    const placeThere = escapeIdentifier(inverseOrderColumnName);
    values[placeThere] =
      `(SELECT coalesce(max(o.${placeThere}), 0) + 1 FROM ${table} o WHERE o.${other} = w.id)`;
  }
  return (
    `WITH wanted AS MATERIALIZED (` +
    `SELECT q.*, row_number() OVER (ORDER BY q.place, q.tie) AS rank FROM (` +
    `SELECT DISTINCT ON (p.id) p.id, ${placeOf('d')} AS place, d.id AS tie FROM ${table} d ${published} ` +
    `WHERE d.${own} = :draft ORDER BY p.id) q` +
    `), linked AS MATERIALIZED (` +
    `SELECT l.${other} AS id, row_number() OVER (ORDER BY ${placeOf('l')}, l.id) AS rank FROM ${table} l ` +
    `WHERE l.${own} = :published AND l.${other} IN (SELECT w.id FROM wanted w)` +
    `), gone AS (` +
    `DELETE FROM ${table} l WHERE l.${own} = :published ` +
    `AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = l.${other}))${moved.join('')} ` +
    `INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} ` +
    `FROM wanted w WHERE w.id NOT IN (SELECT k.id FROM linked k) ` +
    // The other side may be published at the same time.
    `ON CONFLICT DO NOTHING`
  );
};

/**
 * Copies the links of a draft to its published row.
 *
 * @param uid the type of both
 */
export const mirrorRelations = async (
  { strapi }: WithStrapi,
  trx: Transaction,
  uid: string,
  { draft, published }: { draft: number; published: number },
): Promise<void> => {
  const attributes = strapi.db.metadata.get(uid).attributes as Record<string, Attribute>;
  for (const name of mirroredRelations({ strapi }, uid)) {
    const attribute = attributes[name];
    if (attribute?.joinTable === undefined) continue;
    const statement = mirrorStatement({ strapi }, { ...attribute, joinTable: attribute.joinTable });
    await preparedSql({ strapi, trx }, statement, { draft, published });
  }
};
