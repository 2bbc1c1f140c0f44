import { escapeIdentifier } from 'pg';
import { attributeOf, type ModelLookup } from '../../plan/model';
import {
  type TableLookup,
  linkConditions,
  type Link,
  type Table,
} from '../../../platform/strapi/tables';
import type { SortKey } from '../../plan/field-source';

/** Parts of a sub-select over the rows behind an attribute. */
export type Joins = {
  /** FROM clause; the target's rows have the requested alias. */
  from: string;
  where: string;
  /** The editor's order. The last column makes it the same in every read. */
  order: string;
};

/**
 * Joins the rows of `target`, called `alias`, to which a link of the row `outer` leads.
 *
 *     FROM "products_channels_lnk" d1l JOIN "channels" d1 ON d1.id = d1l."channel_id"
 *     WHERE d1l."product_id" = d.id
 *     ORDER BY d1l."channel_ord", d1l.id
 */
export const joinsOf = (link: Link, target: Table, alias: string, outer: string): Joins => {
  const via = `${alias}l`;
  const order = link.order === null ? [] : [`${via}.${escapeIdentifier(link.order)}`];
  return {
    from:
      `${escapeIdentifier(link.table)} ${via} JOIN ${escapeIdentifier(target.name)} ${alias} ` +
      `ON ${alias}.id = ${via}.${escapeIdentifier(link.to)}`,
    where: [
      `${via}.${escapeIdentifier(link.from)} = ${outer}.id`,
      ...linkConditions(link, via),
    ].join(' AND '),
    order: [...order, `${via}.id`].join(', '),
  };
};

/** Returns sort keys as columns of the row `alias`, such as `d."order", d."title" DESC`. */
export const sortColumns = (table: Table, alias: string, sort: readonly SortKey[]): string[] =>
  sort.map((key) => {
    const column = `${alias}.${escapeIdentifier(table.column(key.replace(/^-/, '')))}`;
    return key.startsWith('-') ? `${column} DESC` : column;
  });

/** SQL expressions for the only draft that a statement may show: its type, document and locales. */
export type DraftSql = { uid: string; documentId: () => string; locales: () => string };

/** Returns the condition that a row of the draft's type is a version of the draft's document. */
const isOfDraft = (models: ModelLookup, draft: DraftSql, alias: string): string =>
  `${alias}.document_id = ${draft.documentId()}` +
  (models(draft.uid).isLocalized ? ` AND ${alias}.locale = ANY(${draft.locales()})` : '');

/**
 * Returns the condition that a row is the visible version of its document: the draft of a preview,
 * or the published version. Types without drafts have no condition.
 *
 *     d.published_at IS NOT NULL
 *     (d.published_at IS NULL) = (d.document_id = $3::text AND d.locale = ANY(string_to_array($4::text, ',')))
 */
export const visibleConditions = (
  models: ModelLookup,
  draft: DraftSql | null,
  uid: string,
  alias: string,
): string[] => {
  if (!models(uid).hasDrafts) return [];
  if (draft?.uid !== uid) return [`${alias}.published_at IS NOT NULL`];
  return [`(${alias}.published_at IS NULL) = (${isOfDraft(models, draft, alias)})`];
};

/**
 * Joins the visible versions of the documents to which a relation of the row `outer` leads. Rows of
 * drafts are related to drafts, and published rows to published ones, so only the identity of a
 * related row counts. The draft's side of a two-sided relation decides whether other documents show
 * the draft.
 *
 *     FROM (SELECT d1v.id, min(s.at) AS at
 *       FROM (SELECT d1r.document_id, d1r.locale, row_number() OVER (ORDER BY ...) AS at FROM <joins> WHERE ...) s
 *       JOIN "products" d1v ON d1v.document_id = s.document_id AND d1v.locale IS NOT DISTINCT FROM s.locale
 *       WHERE <visible> GROUP BY d1v.id) d1l JOIN "products" d1 ON d1.id = d1l.id
 *     ORDER BY d1l.at, d1l.id
 */
export const joinsOfVersions = (
  { models, tables, draft }: { models: ModelLookup; tables: TableLookup; draft: DraftSql },
  { uid, attribute }: { uid: string; attribute: string },
  alias: string,
  outer: string,
): Joins => {
  const { target = '', isMany, mappedBy, inversedBy } = attributeOf(models(uid), attribute);
  const name = escapeIdentifier(tables(target).name);
  const [related, version, back] = [`${alias}r`, `${alias}v`, `${alias}b`];
  const inLocaleOf = (type: string, left: string, right: string): string =>
    models(type).isLocalized ? ` AND ${left}.locale IS NOT DISTINCT FROM ${right}.locale` : '';
  const { from, where, order } = joinsOf(
    tables(uid).link(attribute),
    tables(target),
    related,
    outer,
  );
  const identities = [
    `SELECT ${related}.document_id, ${related}.locale, ` +
      `(row_number() OVER (ORDER BY ${order}))::float8 AS at FROM ${from} WHERE ${where}`,
  ];
  const conditions = visibleConditions(models, draft, target, version);
  const otherSide = target === draft.uid ? (inversedBy ?? mappedBy) : undefined;
  if (otherSide !== undefined) {
    const ofDraft = joinsOf(tables(target).link(otherSide), tables(uid), back, version);
    const showsOuter =
      `EXISTS (SELECT FROM ${ofDraft.from} WHERE ${ofDraft.where} ` +
      `AND ${back}.document_id = ${outer}.document_id${inLocaleOf(uid, back, outer)})`;
    const isDraft = uid === draft.uid ? `${outer}.published_at IS NULL` : 'false';
    conditions.push(`(${version}.published_at IS NOT NULL OR ${isDraft} OR ${showsOuter})`);
    // A to-one relation shows only the first, so the draft comes first.
    identities.push(
      `SELECT a.document_id, a.locale, '${isMany ? '' : '-'}Infinity' FROM ${name} a ` +
        `WHERE a.published_at IS NULL AND ${isOfDraft(models, draft, 'a')} AND NOT ${isDraft}`,
    );
  }
  return {
    from:
      `(SELECT ${version}.id, min(s.at) AS at FROM (${identities.join(' UNION ALL ')}) s ` +
      `JOIN ${name} ${version} ON ${version}.document_id = s.document_id${inLocaleOf(target, version, 's')} ` +
      `WHERE ${conditions.join(' AND ')} GROUP BY ${version}.id) ${alias}l ` +
      `JOIN ${name} ${alias} ON ${alias}.id = ${alias}l.id`,
    where: 'true',
    order: `${alias}l.at, ${alias}l.id`,
  };
};
