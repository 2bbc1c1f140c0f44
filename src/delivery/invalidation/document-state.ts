import { createHash } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel } from '#platform/strapi/models';
import { linkConditions, createTableLookup } from '#platform/strapi/tables';
import { createModelLookup } from '../plan/model';
import type { SelectionAttributesByType } from '../plan/selection-attributes';
import { isShown, listLinkAttributes } from './watched-tables';

/** SQL that computes the stored state of a type's published documents. */
export type DocumentState = {
  uid: string;
  /** Digest of the SQL. It changes when the state is computed in another way. */
  digest: string;
  /** SELECT of the published locales of every document: `document`, `language`. */
  published: string;
  /** SELECT of the states of the documents in three arrays, as `delivery_state` returns them. */
  state: string;
  /** SELECT of the states of all published documents: `document`, `language`, `tuple`, `digest`. */
  states: string;
};

export type DocumentStates = {
  types: readonly DocumentState[];
  /** Tables of the relations that the states cover. */
  linkTables: ReadonlySet<string>;
};

/** Path from a document's row to a relation: the components in between and their positions. */
type RelationPath = {
  /** SQL expression of the row ID that the path has reached. */
  row: string;
  joins: readonly string[];
  conditions: readonly string[];
  positions: readonly string[];
  path: readonly string[];
  components: readonly string[];
};

/** A SELECT whose rows belong to the document `d`. */
type DocumentSelect = { columns: string; from: string; where: string };

/** @param selectedBy the attributes whose values are part of the state */
export const createDocumentStates = (
  { strapi }: WithStrapi,
  selectedBy: SelectionAttributesByType,
): DocumentStates => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const linkTables = new Set<string>();

  /**
   * Returns SELECTs of all relations of a model, including those of nested components.
   *
   * Columns: `a` is the attribute path; `document`, `language` and `is_public` describe each
   * related row; `at` and `tie` order them. `there` is the position of the document among those
   * that reference the same target, if responses show that order.
   *
   *     SELECT 'channels' AS a, r.document_id AS document, ..., NULL::text AS there
   *     FROM "products_channels_lnk" l JOIN "channels" r ON r.id = l."channel_id" WHERE l."product_id" = d.id
   */
  const buildLinkSelects = (uid: string, relationPath: RelationPath): DocumentSelect[] =>
    listLinkAttributes({ strapi }, models, uid).flatMap(({ name, attribute }) => {
      const link = tables(uid).link(name);
      const table = escapeIdentifier(link.table);
      const path = [...relationPath.path, name];
      const start = (alias: string): Pick<RelationPath, 'joins' | 'conditions'> => {
        const on = [
          `${alias}.${escapeIdentifier(link.from)} = ${relationPath.row}`,
          ...linkConditions(link, alias),
        ].join(' AND ');
        return relationPath.joins.length === 0
          ? { joins: [`${table} ${alias}`], conditions: [on] }
          : {
              joins: [...relationPath.joins, `JOIN ${table} ${alias} ON ${on}`],
              conditions: relationPath.conditions,
            };
      };
      const buildPositionColumns = (alias: string): string[] =>
        link.order === null ? [] : [`${alias}.${escapeIdentifier(link.order)}`];

      if (attribute.kind === 'relation') {
        linkTables.add(link.table);
        const { joins, conditions } = start('l');
        const target = tables(attribute.target ?? '');
        const buildColumnSql = (order: string): string =>
          `r.${escapeIdentifier(target.column(order))}`;
        const orderColumns = [...relationPath.positions, ...buildPositionColumns('l')];
        // Rows with the same order number are sorted by the ID of their link.
        const targetOrder =
          link.orderAtTarget !== null && selectedBy.get(uid)?.orderedAtTarget.has(name) === true
            ? `concat_ws(' ', l.${escapeIdentifier(link.orderAtTarget)}, l.id)`
            : 'NULL::text';
        return [
          {
            columns:
              `${escapeLiteral(path.join('.'))} AS a, ${buildColumnSql('documentId')}::text AS document, ` +
              `${buildColumnSql('locale')}::text AS language, ${buildColumnSql('publishedAt')} IS NOT NULL AS is_public, ` +
              `ARRAY[${orderColumns.join(', ')}]::float8[] AS at, l.id AS tie, ${targetOrder} AS there`,
            from:
              `${joins.join(' ')} ` +
              `JOIN ${escapeIdentifier(target.name)} r ON r.id = l.${escapeIdentifier(link.to)}`,
            where: conditions.join(' AND '),
          },
        ];
      }
      const innerModels = attribute.kind === 'zone' ? attribute.zone : [attribute.target ?? ''];
      return innerModels
        .filter((component) => !relationPath.components.includes(component))
        .flatMap((component) => {
          const alias = `c${relationPath.components.length}`;
          const { joins, conditions } = start(alias);
          return buildLinkSelects(component, {
            row: `${alias}.${escapeIdentifier(link.to)}`,
            joins,
            conditions: [...conditions, `${alias}.component_type = ${escapeLiteral(component)}`],
            positions: [...relationPath.positions, ...buildPositionColumns(alias)],
            path,
            components: [...relationPath.components, component],
          });
        });
    });

  const createDocumentState = (uid: string): DocumentState => {
    const { isLocalized, hasDrafts } = models(uid);
    const table = tables(uid);
    const {
      scalars = new Set<string>(),
      relations = new Set<string>(),
      orderedAtTarget = new Set<string>(),
    } = selectedBy.get(uid) ?? {};
    const links = buildLinkSelects(uid, {
      row: 'd.id',
      joins: [],
      conditions: [],
      positions: [],
      path: [],
      components: [],
    });
    const byRelation = [...relations].sort().map((name, index) => ({ name, column: `r${index}` }));
    const byOrder = [...orderedAtTarget]
      .sort()
      .map((name, index) => ({ name, column: `o${index}` }));
    /** @param relation returns the SQL for a relation by the name of its column */
    const buildValuesSql = (relation: (column: string) => string): string[] => [
      ...[...scalars]
        .sort()
        .flatMap((name) => [escapeLiteral(name), `d.${escapeIdentifier(table.column(name))}`]),
      ...byRelation.flatMap(({ name, column }) => [escapeLiteral(name), relation(column)]),
      ...byOrder.flatMap(({ name, column }) => [escapeLiteral(`${name}.order`), `k.${column}`]),
    ];
    const lists = [
      ...byRelation.map(
        ({ name, column }) =>
          `, coalesce(jsonb_agg(DISTINCT q.document ORDER BY q.document) ` +
          `FILTER (WHERE q.a = ${escapeLiteral(name)}), '[]') AS ${column}`,
      ),
      ...byOrder.map(
        ({ name, column }) =>
          `, md5(string_agg(q.there, ',' ORDER BY q.at, q.tie) ` +
          `FILTER (WHERE q.a = ${escapeLiteral(name)})) AS ${column}`,
      ),
    ];
    const values = buildValuesSql((column) => `k.${column}`).join(', ');
    const digest = `md5(string_agg(concat_ws('|', q.a, q.document, coalesce(q.language, ''), q.is_public), ','
              ORDER BY q.a, q.at, q.tie))`;
    const isPublished = hasDrafts ? ' AND d.published_at IS NOT NULL' : '';
    const language = isLocalized ? `coalesce(d.locale, '')` : `''`;
    const name = escapeIdentifier(table.name);
    const state = `
        SELECT w.document, w.language, w.own, s.id IS NOT NULL, s.selection, s.links
        FROM unnest(documents, locales, owns) w(document, language, own)
        LEFT JOIN LATERAL (
          SELECT d.id, jsonb_build_object(${values}) AS selection, ${links.length === 0 ? `''` : 'k.links'} AS links
          FROM ${name} d${
            links.length === 0
              ? ''
              : ` LEFT JOIN LATERAL (
            SELECT coalesce(${digest}, '') AS links${lists.join('')}
            FROM (${links
              .map(({ columns, from, where }) => `SELECT ${columns} FROM ${from} WHERE ${where}`)
              .join('\n              UNION ALL ')}) q) k ON true`
          }
          WHERE d.document_id = w.document${isPublished}${isLocalized ? ` AND ${language} = w.language` : ''}
          ORDER BY d.id DESC LIMIT 1) s ON true`;
    const linksOfAll = links
      .map(
        ({ columns, from, where }) =>
          `SELECT d.id AS of, ${columns} FROM ${name} d, ${from} WHERE ${where}${isPublished}`,
      )
      .join('\n            UNION ALL ');
    const columns = [
      `${language} AS in_language`,
      ...new Set(
        ['id', 'documentId', ...scalars].map(
          (attribute) => `d.${escapeIdentifier(table.column(attribute))}`,
        ),
      ),
    ];
    const identity = isLocalized ? `d.document_id, ${language}` : 'd.document_id';
    const states = `
        SELECT d.document_id::text, d.in_language::text,
          jsonb_build_object(${buildValuesSql((column) => `coalesce(k.${column}, '[]')`).join(', ')}),
          ${links.length === 0 ? `''` : `coalesce(k.links, '')`}
        FROM (SELECT DISTINCT ON (${identity}) ${columns.join(', ')} FROM ${name} d
          WHERE d.document_id IS NOT NULL${isPublished}
          ORDER BY ${identity}, d.id DESC) d${
            links.length === 0
              ? ''
              : `
        LEFT JOIN (
          SELECT q.of, ${digest} AS links${lists.join('')}
          FROM (${linksOfAll}) q GROUP BY q.of) k ON k.of = d.id`
          }`;
    return {
      uid,
      states,
      digest: createHash('md5').update(state).digest('hex'),
      published: `
        SELECT DISTINCT d.document_id::text, ${language}::text FROM ${name} d
        WHERE d.document_id IS NOT NULL${isPublished}`,
      state,
    };
  };

  const types = Object.keys(strapi.contentTypes)
    .filter(isShown)
    .filter((uid) => findModel({ strapi }, uid) !== undefined)
    .map(createDocumentState);
  return { types, linkTables };
};
