import { escapeIdentifier } from 'pg';
import type { WithStrapi } from './with-strapi';
import { findModel, hasDrafts } from './models';
import { runPreparedSql, type Transaction } from './queries';

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
export const listMirroredRelations = ({ strapi }: WithStrapi, uid: string): readonly string[] =>
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
 *     ), compared AS MATERIALIZED (
 *       SELECT w.id, w.place, w.rank, l.id AS link,
 *         row_number() OVER (PARTITION BY w.id IS NULL ORDER BY l."product_ord", l.id) AS current_rank
 *       FROM wanted w FULL JOIN (SELECT * FROM "products_channels_lnk" l WHERE l."channel_id" = :published) l
 *         ON l."product_id" = w.id
 *     ), gone AS (DELETE …), moved AS (UPDATE …) INSERT …
 *
 * The planner does not know how many links `wanted` has, and expects one. For other joins, it would
 * compare every pair of links, which takes half a minute for 13,000. A `FULL JOIN` always uses a hash.
 */
const mirrorStatement = (
  { strapi }: WithStrapi,
  { target = '', joinTable }: Attribute & { joinTable: JoinTable },
): string => {
  const { attributes, tableName } = strapi.db.metadata.get(target);
  const { joinColumn, inverseJoinColumn, orderColumnName, inverseOrderColumnName } = joinTable;
  const table = escapeIdentifier(joinTable.name);
  const row = escapeIdentifier(tableName);
  const ownColumn = escapeIdentifier(joinColumn.name);
  const inverseColumn = escapeIdentifier(inverseJoinColumn.name);
  const buildOrderSql = (alias: string): string =>
    orderColumnName === undefined ? 'NULL' : `${alias}.${escapeIdentifier(orderColumnName)}`;

  const model = findModel({ strapi }, target);
  const inLanguage = 'locale' in attributes ? 'AND p.locale IS NOT DISTINCT FROM t.locale ' : '';
  const published =
    model !== undefined && hasDrafts(model)
      ? `JOIN ${row} t ON t.id = d.${inverseColumn} JOIN ${row} p ON p.document_id = t.document_id ` +
        `${inLanguage}AND p.published_at IS NOT NULL`
      : `JOIN ${row} p ON p.id = d.${inverseColumn}`;

  const values: Record<string, string> = { [ownColumn]: ':published', [inverseColumn]: 'c.id' };
  const moved: string[] = [];
  if (orderColumnName !== undefined) {
    const orderColumn = escapeIdentifier(orderColumnName);
    values[orderColumn] = 'c.place';
    moved.push(
      `, moved AS (UPDATE ${table} l SET ${orderColumn} = c.place FROM compared c ` +
        `WHERE (SELECT bool_or(o.link IS NULL OR o.current_rank <> o.rank) FROM compared o WHERE o.id IS NOT NULL) ` +
        `AND l.id = c.link AND c.id IS NOT NULL AND l.${orderColumn} IS DISTINCT FROM c.place)`,
    );
  }
  if (inverseOrderColumnName !== undefined) {
    const placeThere = escapeIdentifier(inverseOrderColumnName);
    values[placeThere] =
      `(SELECT coalesce(max(o.${placeThere}), 0) + 1 FROM ${table} o WHERE o.${inverseColumn} = c.id)`;
  }
  return (
    `WITH wanted AS MATERIALIZED (` +
    `SELECT q.*, row_number() OVER (ORDER BY q.place, q.tie) AS rank FROM (` +
    `SELECT DISTINCT ON (p.id) p.id, ${buildOrderSql('d')} AS place, d.id AS tie FROM ${table} d ${published} ` +
    `WHERE d.${ownColumn} = :draft ORDER BY p.id) q` +
    `), compared AS MATERIALIZED (` +
    `SELECT w.id, w.place, w.rank, l.id AS link, ` +
    `row_number() OVER (PARTITION BY w.id IS NULL ORDER BY ${buildOrderSql('l')}, l.id) AS current_rank ` +
    `FROM wanted w FULL JOIN (SELECT * FROM ${table} l WHERE l.${ownColumn} = :published) l ON l.${inverseColumn} = w.id` +
    `), gone AS (` +
    `DELETE FROM ${table} l USING compared c WHERE l.id = c.link AND c.id IS NULL)${moved.join('')} ` +
    `INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} ` +
    `FROM compared c WHERE c.link IS NULL ` +
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
  for (const name of listMirroredRelations({ strapi }, uid)) {
    const attribute = attributes[name];
    if (attribute?.joinTable === undefined) continue;
    const statement = mirrorStatement({ strapi }, { ...attribute, joinTable: attribute.joinTable });
    await runPreparedSql({ strapi, trx }, statement, { draft, published });
  }
};
