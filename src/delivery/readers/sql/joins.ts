import { escapeIdentifier, escapeLiteral } from 'pg';
import { getAttribute, type ModelLookup } from '../../plan/model';
import { type TableLookup, linkConditions, type Link, type Table } from '#platform/strapi/tables';
import type { SortKey, DocumentFilter } from '../../plan/field-source';
import { isContentType, type FieldOfKind, type ReadPlan } from '../../plan/read-plan';
import type { DocumentQuery, DocumentsQuery, VisibleDraft } from '../reader';

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
export const buildJoins = (link: Link, target: Table, alias: string, outer: string): Joins => {
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

/** Returns the column of an attribute in the row `alias`, such as `d."title"`. */
export const columnOf = (table: Table, alias: string, attribute: string): string =>
  `${alias}.${escapeIdentifier(table.column(attribute))}`;

/** Returns sort keys as columns of the row `alias`, such as `d."order", d."title" DESC`. */
export const sortColumns = (table: Table, alias: string, sort: readonly SortKey[]): string[] =>
  sort.map((key) => {
    const column = columnOf(table, alias, key.replace(/^-/, ''));
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
export const buildVisibilityConditions = (
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
export const buildVersionJoins = (
  { models, tables, draft }: { models: ModelLookup; tables: TableLookup; draft: DraftSql },
  { uid, attribute }: { uid: string; attribute: string },
  alias: string,
  outer: string,
): Joins => {
  const { target = '', isMany, mappedBy, inversedBy } = getAttribute(models(uid), attribute);
  const name = escapeIdentifier(tables(target).name);
  const [related, version, back] = [`${alias}r`, `${alias}v`, `${alias}b`];
  const inLocaleOf = (type: string, left: string, right: string): string =>
    models(type).isLocalized ? ` AND ${left}.locale IS NOT DISTINCT FROM ${right}.locale` : '';
  const { from, where, order } = buildJoins(
    tables(uid).link(attribute),
    tables(target),
    related,
    outer,
  );
  const identities = [
    `SELECT ${related}.document_id, ${related}.locale, ` +
      `(row_number() OVER (ORDER BY ${order}))::float8 AS at FROM ${from} WHERE ${where}`,
  ];
  const conditions = buildVisibilityConditions(models, draft, target, version);
  const otherSide = target === draft.uid ? (inversedBy ?? mappedBy) : undefined;
  if (otherSide !== undefined) {
    const ofDraft = buildJoins(tables(target).link(otherSide), tables(uid), back, version);
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

/** The column with the stored slots of a document, and its locale. */
export type StoredSlots = { column: string; locale: string };

export type JoinedField = FieldOfKind<'one' | 'many' | 'pluck'>;

/** Returns SQL for all document IDs in a row's slots, published or not: `id,id`, or null. */
export const buildSlotDocumentIdsSql = ({ column }: StoredSlots): string =>
  `(SELECT string_agg(s.v #>> '{}', ',') FROM jsonb_path_query(${column}, '$.*[*]') s(v))`;

export const hasSlots = (plan: ReadPlan): boolean =>
  plan.fields.some(
    (field) =>
      ('isSlot' in field && field.isSlot) ||
      (field.kind === 'zone' && [...field.plans.values()].some(hasSlots)) ||
      ('plan' in field && !isContentType(field.plan) && hasSlots(field.plan)),
  );

/** Returns the keys of the required slots, without which a row cannot be shown. */
export const listRequiredSlots = (plan: ReadPlan): readonly string[] =>
  plan.fields.flatMap((field) =>
    field.kind === 'one' && field.isSlot && field.isRequired ? [field.key] : [],
  );

/**
 * Joins those documents of a slot that are visible now.
 *
 * @param steps SQL of the path from the document to the relation, as in `buildSlotKey`
 *
 *     FROM jsonb_array_elements_text(coalesce(d."slots" -> ('shelves' || '/' || d1n.at || '/' || 'products'), '[]'))
 *       WITH ORDINALITY d2l(document, at)
 *     JOIN "products" d2 ON d2.document_id = d2l.document AND d2.published_at IS NOT NULL AND d2.locale = d.locale
 *     WHERE true ORDER BY d2l.at
 */
export const buildSlotJoins = (
  { models, tables, draft }: { models: ModelLookup; tables: TableLookup; draft: DraftSql | null },
  slots: StoredSlots,
  steps: readonly string[],
  field: JoinedField,
  inner: string,
): Joins => {
  const { isLocalized } = models(field.plan.uid);
  const key = [...steps, escapeLiteral(field.attribute)].join(` || '/' || `);
  return {
    from:
      `jsonb_array_elements_text(coalesce(${slots.column} -> (${key}), '[]'))` +
      ` WITH ORDINALITY ${inner}l(document, at)` +
      ` JOIN ${escapeIdentifier(tables(field.plan.uid).name)} ${inner}` +
      ` ON ${inner}.document_id = ${inner}l.document` +
      buildVisibilityConditions(models, draft, field.plan.uid, inner)
        .map((condition) => ` AND ${condition}`)
        .join('') +
      (isLocalized ? ` AND ${inner}.locale = ${slots.locale}` : ''),
    where: 'true',
    order: `${inner}l.at`,
  };
};

type Lookups = { models: ModelLookup; tables: TableLookup; draft: VisibleDraft | null };

/** Returns the placeholder of a value, such as `$1`. */
type Bind = (value: unknown) => string;

const ROW = 'd';

/**
 * Returns a filter as conditions on the row `alias`.
 *
 *     d."slug" = $1
 *     d."type" = ANY($1)
 *     EXISTS (SELECT 1 FROM "products_verticals_lnk" dxl JOIN "verticals" dx ON dx.id = dxl."vertical_id"
 *             WHERE dxl."product_id" = d.id AND dx."slug" = $1)
 */
const filterConditions = (
  { models, tables }: Pick<Lookups, 'models' | 'tables'>,
  uid: string,
  alias: string,
  where: DocumentFilter,
  bind: Bind,
): string[] =>
  Object.entries(where).map(([name, condition]) => {
    const { kind, target } = getAttribute(models(uid), name);
    const table = tables(uid);
    const isValue = typeof condition === 'string' || Array.isArray(condition);
    if (kind === 'relation' && target !== undefined) {
      if (isValue) throw new Error(`${uid}.${name} is a relation`);
      const inner = `${alias}x`;
      const { from, where: joined } = buildJoins(table.link(name), tables(target), inner, alias);
      const conditions = filterConditions(
        { models, tables },
        target,
        inner,
        condition as DocumentFilter,
        bind,
      );
      return `EXISTS (SELECT 1 FROM ${from} WHERE ${[joined, ...conditions].join(' AND ')})`;
    }
    if (!isValue) throw new Error(`${uid}.${name} is a plain value`);
    const column = columnOf(table, alias, name);
    return typeof condition === 'string'
      ? `${column} = ${bind(condition)}`
      : `${column} = ANY(${bind(condition)})`;
  });

/**
 * Returns the FROM and WHERE clauses for the rows of a selection.
 *
 *     FROM "products" d WHERE d.published_at IS NOT NULL AND d.locale = $1 AND d."slug" = $2
 */
const buildRowsSql = (
  { models, tables, draft }: Lookups,
  uid: string,
  { where = {}, locale }: DocumentQuery,
  bind: Bind,
): string => {
  const { isLocalized } = models(uid);
  const draftSql = draft && {
    uid: draft.uid,
    documentId: () => bind(draft.documentId),
    locales: () => bind(draft.locales),
  };
  const conditions = [
    ...buildVisibilityConditions(models, draftSql, uid, ROW),
    ...(isLocalized && locale !== undefined ? [`${ROW}.locale = ${bind(locale)}`] : []),
    ...filterConditions({ models, tables }, uid, ROW, where, bind),
  ];
  return (
    `FROM ${escapeIdentifier(tables(uid).name)} ${ROW}` +
    (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`)
  );
};

/**
 * Returns a sort order without ties, so that pages neither repeat nor skip rows and equal queries
 * give equal results. It ends with the document's identity, because publishing again changes the
 * row ID. The row ID only separates several rows of one document and locale.
 */
export const toTotalOrder = (sort: readonly SortKey[] = []): readonly SortKey[] => [
  ...new Set([...sort, 'documentId', 'locale', 'id']),
];

/**
 * Returns the statement that counts documents, or lists their identities in order, as one text:
 * `documentId:locale,documentId:locale`.
 *
 *     SELECT count(*)::text FROM "products" d
 *     SELECT string_agg(k, ',') FROM (
 *       SELECT d.document_id || ':' || coalesce(d.locale, '') AS k FROM "products" d
 *       WHERE d.published_at IS NOT NULL
 *       ORDER BY d."order", d."document_id", d."locale", d."id" LIMIT $1 OFFSET $2) q
 */
export const buildSelectionStatement = (
  lookups: Lookups,
  { kind, uid, query, window }: DocumentsQuery,
): { text: string; values: readonly unknown[] } => {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const rows = buildRowsSql(lookups, uid, query, bind);
  if (kind === 'count') return { text: `SELECT count(*)::text ${rows}`, values };
  const order = sortColumns(lookups.tables(uid), ROW, toTotalOrder(query.sort)).join(', ');
  const locale = lookups.models(uid).isLocalized ? `coalesce(${ROW}.locale, '')` : `''`;
  const page =
    window === undefined ? '' : ` LIMIT ${bind(window.limit)} OFFSET ${bind(window.start)}`;
  const text =
    `SELECT string_agg(k, ',') FROM (SELECT ${ROW}.document_id || ':' || ${locale} AS k ${rows} ` +
    `ORDER BY ${order}${page}) q`;
  return { text, values };
};
