import { escapeIdentifier, escapeLiteral } from 'pg';
import { type TableLookup, linkConditions } from '#platform/strapi/tables';
import type { ModelLookup } from '#delivery/plan/model';
import { columnOf, buildJoins } from '#delivery/readers/sql/joins';
import { buildScalarSql } from '#delivery/readers/sql/values';

/** Attributes that can serve as an entry's title, in order of preference. */
const naming = ['title', 'name', 'label', 'subject', 'slug'] as const;

/** Returns the attributes that can serve as the title of a type's entries, best first. */
export const findNamingAttributes = (models: ModelLookup, uid: string): readonly string[] =>
  naming.filter((name) => models(uid).attributes[name]?.kind === 'value');

/** Returns SQL for a row's title: the first non-empty naming attribute of its type. */
export const buildTitleSql = (
  { models, tables }: { models: ModelLookup; tables: TableLookup },
  uid: string,
  alias: string,
): string => {
  const columns = findNamingAttributes(models, uid).map(
    (name) => `nullif(${columnOf(tables(uid), alias, name)}::text, '')`,
  );
  return columns.length === 0 ? 'NULL::text' : `coalesce(${columns.join(', ')})`;
};

export type ContentForm = {
  models: ModelLookup;
  tables: TableLookup;
  attributesOf: (uid: string) => readonly string[];
  /** Returns the SQL expression for a document or file behind a relation or media attribute. */
  reference: (uid: string, alias: string) => string;
};

/**
 * Returns an SQL expression for an entry's content as JSON. Scalars, components and dynamic zones
 * are complete; related documents and files have a short form.
 *
 *     (SELECT to_jsonb(o) FROM (SELECT d."title" AS "title", (SELECT …) AS "seo") o)
 */
export const buildContentSql = (form: ContentForm, root: string, rootAlias: string): string => {
  const { models, tables, attributesOf, reference } = form;
  let aliases = 0;
  const takeNextAlias = (): string => `${rootAlias}${(aliases += 1)}`;

  const buildObjectSql = (uid: string, alias: string): string => {
    const columns = attributesOf(uid).map(
      (name) => `${buildValueSql(uid, alias, name)} AS ${escapeIdentifier(name)}`,
    );
    if (columns.length === 0) return `'{}'::jsonb`;
    return `(SELECT to_jsonb(o) FROM (SELECT ${columns.join(', ')}) o)`;
  };

  const buildRowsSql = (uid: string, outer: string, name: string): string => {
    const { kind, target = '', isMany } = models(uid).attributes[name] ?? {};
    const inner = takeNextAlias();
    const { from, where, order } = buildJoins(tables(uid).link(name), tables(target), inner, outer);
    const item = kind === 'component' ? buildObjectSql(target, inner) : reference(target, inner);
    return isMany === true
      ? `(SELECT coalesce(jsonb_agg(${item} ORDER BY ${order}), '[]'::jsonb) FROM ${from} WHERE ${where})`
      : `(SELECT ${item} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT 1)`;
  };

  const buildZoneSql = (uid: string, outer: string, name: string): string => {
    const link = tables(uid).link(name);
    if (link.type === null) throw new Error(`${uid}.${name} is not a dynamic zone`);
    const type = escapeIdentifier(link.type);
    const order = link.order === null ? 'NULL::float8' : `l.${escapeIdentifier(link.order)}`;
    const parts = (models(uid).attributes[name]?.zone ?? []).map((component) => {
      const inner = takeNextAlias();
      return (
        `SELECT jsonb_build_object('__component', ${escapeLiteral(component)}) || ${buildObjectSql(component, inner)} AS j, ` +
        `${order} AS at, l.id AS tie FROM ${escapeIdentifier(link.table)} l ` +
        `JOIN ${escapeIdentifier(tables(component).name)} ${inner} ON ${inner}.id = l.${escapeIdentifier(link.to)} ` +
        `WHERE ${[`l.${escapeIdentifier(link.from)} = ${outer}.id`, ...linkConditions(link, 'l')].join(' AND ')} ` +
        `AND l.${type} = ${escapeLiteral(component)}`
      );
    });
    if (parts.length === 0) return `'[]'::jsonb`;
    return `(SELECT coalesce(jsonb_agg(q.j ORDER BY q.at, q.tie), '[]'::jsonb) FROM (${parts.join(' UNION ALL ')}) q)`;
  };

  const buildValueSql = (uid: string, alias: string, name: string): string => {
    const { kind, type } = models(uid).attributes[name] ?? {};
    switch (kind) {
      case 'component':
      case 'relation':
      case 'media':
        return buildRowsSql(uid, alias, name);
      case 'zone':
        return buildZoneSql(uid, alias, name);
      default: {
        const scalar = buildScalarSql(tables(uid), alias, {
          kind: 'scalar',
          key: name,
          attribute: name,
          isTimestamp: type === 'datetime',
        });
        // JavaScript numbers cannot represent all big integers.
        return type === 'biginteger' ? `${scalar}::text` : scalar;
      }
    }
  };

  return buildObjectSql(root, rootAlias);
};
