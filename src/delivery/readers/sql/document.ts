import { escapeIdentifier, escapeLiteral } from 'pg';
import {
  isContentType,
  isPluckedAlone,
  LANGUAGE,
  type FieldOfKind,
  type LinkAddresses,
  type PlanField,
  type ReadPlan,
} from '../../plan/read-plan';
import { MEDIA_UID, type ModelLookup, SLOTS } from '../../plan/model';
import {
  buildJoins,
  sortColumns,
  buildVersionJoins,
  buildVisibilityConditions,
  type DraftSql,
  hasSlots,
  columnOf,
  buildSlotDocumentIdsSql,
  listRequiredSlots,
  buildSlotJoins,
  type JoinedField,
  type StoredSlots,
} from './joins';
import type { Markers } from './document-markers';
import { buildMediaSql, type MediaOptions, buildScalarSql } from './values';
import { linkConditions, type TableLookup } from '#platform/strapi/tables';
import { SOURCE } from '../../field-map';

export type Compilation = {
  models: ModelLookup;
  tables: TableLookup;
  media: MediaOptions;
  /** Returns the placeholder of a request parameter. */
  parameter: (name: string) => string;
  markers: Markers;
  /** Returns the number of a plan's inverse fields; null if it has none. */
  inverse: (plan: ReadPlan) => number | null;
  /** Returns the reference to use instead of the document in row `alias`, or null. */
  reference: (field: PlanField, alias: string) => string | null;
  /** The only draft that may be shown; null shows published documents only. */
  draft: DraftSql | null;
  /** Whether the document itself is that draft. */
  isDraft: boolean;
  /** Whether objects carry the source of their fields. */
  hasSources: boolean;
};

/** The row of a content type that contains a link or a file. */
type Holder = { uid: string; alias: string };

/** A row whose fields are compiled, and its place in the document that holds it. */
type RowScope = {
  alias: string;
  plan: ReadPlan;
  holder: Holder;
  /** SQL of the attribute names and positions that lead from the holder to the row. */
  steps: readonly string[];
  /** Stored slots of the holder; null behind a relation, and for drafts, which have none. */
  slots: StoredSlots | null;
};

const EMPTY = `'[]'::json`;

/** Attributes that Strapi sets; no form has them. */
const ownAttributes = new Set([
  'id',
  'documentId',
  'locale',
  'createdAt',
  'updatedAt',
  'publishedAt',
]);

/**
 * Aggregates the non-null JSON values `j` of a sub-select into a list, ordered by `at`.
 *
 *     (SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), '[]'::json)
 *      FROM (SELECT ... AS j, ... AS at FROM ... OFFSET 0) q)
 */
const listOf = (select: string): string =>
  `(SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), ${EMPTY})` +
  ` FROM (${select} OFFSET 0) q)`;

/**
 * Returns an SQL expression for the JSON of one document under a contract, plus markers.
 */
export const buildDocumentSql = (
  {
    models,
    tables,
    media,
    parameter,
    markers,
    inverse,
    reference,
    draft,
    isDraft,
    hasSources,
  }: Compilation,
  plan: ReadPlan,
  alias: string,
): string => {
  let aliases = 0;
  const takeNextAlias = (): string => `${alias}${(aliases += 1)}`;

  /**
   * Returns a row as JSON. A part of the document with an empty required slot gives null.
   *
   *     (SELECT row_to_json(o) FROM (SELECT d.id AS "id", d."title" AS "title") o)
   *     (SELECT row_to_json(o) FROM (SELECT ... AS "product" OFFSET 0) o WHERE o."product" IS NOT NULL)
   */
  const buildObjectSql = (scope: RowScope, isPart = true): string => {
    const columns = scope.plan.fields.map(
      (field) => `${buildValueSql(scope, field)} AS ${escapeIdentifier(field.key)}`,
    );
    const fields = `SELECT ${[...mark(scope), ...columns, ...buildSourceColumn(scope)].join(', ')}`;
    const required = isPart ? listRequiredSlots(scope.plan) : [];
    if (required.length === 0) return `(SELECT row_to_json(o) FROM (${fields}) o)`;
    const requiredCondition = required
      .map((key) => `o.${escapeIdentifier(key)} IS NOT NULL`)
      .join(' AND ');
    // OFFSET stops the planner from evaluating the slots twice.
    return `(SELECT row_to_json(o) FROM (${fields} OFFSET 0) o WHERE ${requiredCondition})`;
  };

  /** Components have no marker, because they are part of the document that holds them. */
  const mark = ({ alias: row, plan: shown, slots }: RowScope): string[] =>
    isContentType(shown)
      ? [markers.column(row, inverse(shown), slots && buildSlotDocumentIdsSql(slots))]
      : [];

  /** Returns the form that a row is edited in, and the form fields of its keys, as a column. */
  const buildSourceColumn = ({ plan: { uid, fields }, holder, steps }: RowScope): string[] => {
    // Objects with one field only carry its value, and files are edited elsewhere.
    if (!hasSources || uid === MEDIA_UID || fields.length < 2) return [];
    const attributes = fields.flatMap((field): [string, string][] => {
      const shown = field.kind === 'translation' ? field.untranslated : field;
      return !('attribute' in shown) || ownAttributes.has(shown.attribute)
        ? []
        : [[field.key, shown.attribute]];
    });
    const entries = {
      uid: escapeLiteral(holder.uid),
      documentId: `${holder.alias}.document_id`,
      locale: models(holder.uid).isLocalized ? `nullif(${holder.alias}.locale, '')` : 'NULL',
      path: steps.length === 0 ? `''` : `concat_ws('.', ${steps.join(', ')})`,
      fields: `${escapeLiteral(JSON.stringify(Object.fromEntries(attributes)))}::json`,
    };
    const pairs = Object.entries(entries).map(([name, sql]) => `'${name}', ${sql}`);
    return [`json_build_object(${pairs.join(', ')}) AS ${escapeIdentifier(SOURCE)}`];
  };

  const buildValueSql = (scope: RowScope, field: PlanField): string => {
    switch (field.kind) {
      case 'scalar':
        return buildScalarSql(tables(scope.plan.uid), scope.alias, field);
      case 'link':
        return link(scope, field);
      case 'media':
        return buildMediaSql(media, scope.alias, field.key, getLanguageColumn(scope));
      case 'absent':
        return 'NULL::text';
      case 'component':
        return `${escapeLiteral(field.name)}::text`;
      case 'parameter':
        return `${parameter(field.name)}::text`;
      case 'constant':
        return `${escapeLiteral(field.value)}::text`;
      case 'translation':
        return buildTranslationSql(scope, field);
      case 'zone':
        return buildZoneSql(scope, field);
      case 'referencedBy':
        return buildReferencedBySql(scope, field);
      case 'one':
      case 'many':
      case 'pluck':
        return buildJoinedRowsSql(scope, field);
    }
  };

  /**
   * Returns a link: its stored URL, or the URL of the entry that it leads to. The latter is marked
   * with its dependency keys.
   *
   *     CASE WHEN d1."link" LIKE 'entry:%' THEN (SELECT row_to_json(o) FROM
   *       (SELECT a.keys AS "mark_…_of", a.address AS "value"
   *        FROM link_address_in(d1."link", 'api::home-page.home-page', d.id, false) a) o)
   *     ELSE to_json(d1."link") END
   */
  const link = (
    { plan: { uid }, alias: row, holder }: RowScope,
    { attribute, addresses }: FieldOfKind<'link'>,
  ): string => {
    const column = columnOf(tables(uid), row, attribute);
    const resolved =
      `${addresses.resolver}(${column}, ${escapeLiteral(holder.uid)}, ${holder.alias}.id, ${buildDraftLinkCondition(column, holder, addresses)}) ` +
      `${row}a`;
    const marked = markers.wrap(`${row}a.keys`, `${row}a.address`, resolved);
    return `CASE WHEN ${column} LIKE ${escapeLiteral(`${addresses.prefixOf()}%`)} THEN ${marked} ELSE to_json(${column}) END`;
  };

  /** Returns whether a link leads to the draft, whose URL then uses the draft's slug. */
  const buildDraftLinkCondition = (
    column: string,
    holder: Holder,
    { prefixOf }: LinkAddresses,
  ): string => {
    if (draft === null) return 'false';
    const prefix = escapeLiteral(prefixOf(draft.uid));
    const inLocale =
      models(draft.uid).isLocalized && models(holder.uid).isLocalized
        ? ` AND coalesce(${holder.alias}.locale = ANY(${draft.locales()}), true)`
        : '';
    return `(${column} = ${prefix} || ${draft.documentId()}${inLocale})`;
  };

  /**
   * Returns the draft if a relation between two types may lead from it or to it. All other relations
   * lead from published rows to published rows, as without a draft.
   */
  const findDraftInRelation = (from: string, to: string): DraftSql | null =>
    models(to).hasDrafts && (draft?.uid === from || draft?.uid === to) ? draft : null;

  const buildFieldJoins = (
    { plan: { uid }, alias: row, holder, slots, steps }: RowScope,
    field: JoinedField,
    to: string,
  ) => {
    if (field.isSlot && slots !== null)
      return buildSlotJoins({ models, tables, draft }, slots, steps, field, to);
    const shown = findDraftInRelation(holder.uid, field.plan.uid);
    if (shown !== null)
      return buildVersionJoins({ models, tables, draft: shown }, { uid, ...field }, to, row);
    return buildJoins(tables(uid).link(field.attribute), tables(field.plan.uid), to, row);
  };

  const getHolder = ({ holder }: RowScope, shown: ReadPlan, alias: string): Holder =>
    isContentType(shown) && shown.uid !== MEDIA_UID ? { uid: shown.uid, alias } : holder;

  /** Files have texts in several languages. The locale of the surrounding document counts. */
  const getLanguageColumn = ({ holder }: RowScope): string | null =>
    models(holder.uid).isLocalized ? `${holder.alias}.locale` : null;

  const buildPluckedColumn = ({ alias: row, plan: shown }: RowScope, expression: string): string =>
    isContentType(shown) && isPluckedAlone(models, shown)
      ? markers.wrap(`${row}.document_id`, expression)
      : expression;

  /**
   * Returns the rows that a field joins.
   *
   *     one:    (SELECT <object> FROM <joins> WHERE ... ORDER BY ... LIMIT 1)
   *     many:   (SELECT coalesce(json_agg(<object> ORDER BY ...), '[]'::json) FROM <joins> WHERE ...)
   *     many, if rows may be left out, or hold slots and need their position:
   *             listOf(SELECT <object> AS j, row_number() OVER (ORDER BY ...) AS at FROM <joins> WHERE ...)
   */
  const buildJoinedRowsSql = (scope: RowScope, field: JoinedField): string => {
    const inner = takeNextAlias();
    const target = tables(field.plan.uid);
    const { from, where, order } = buildFieldJoins(scope, field, inner);
    const sorted = [...sortColumns(target, inner, field.sort), order].join(', ');
    // Strapi links published rows only to published rows. Direct writes to the tables can link a
    // draft, which would become public.
    const conditions = [where, ...buildVisibilityConditions(models, draft, field.plan.uid, inner)];
    if (field.narrowedBy !== undefined) {
      const locale = parameter(field.narrowedBy);
      conditions.push(`(${locale}::text IS NULL OR ${inner}.locale = ${locale})`);
    }
    if (field.kind === 'many' && field.where !== undefined) {
      const { attribute, oneOf } = field.where;
      const column = columnOf(target, inner, attribute);
      conditions.push(
        `${column} IN (${oneOf.map((accepted) => escapeLiteral(accepted)).join(', ')})`,
      );
    }
    const source = `FROM ${from} WHERE ${conditions.join(' AND ')}`;
    const isMany = field.kind === 'many' || (field.kind === 'pluck' && field.isMany);
    const isPart = !isContentType(field.plan);
    const isNumbered =
      isMany && ((scope.slots !== null && hasSlots(field.plan)) || (hasSources && isPart));
    const position = isNumbered ? [`${inner}n.at`] : [];
    const row: RowScope = {
      alias: inner,
      plan: field.plan,
      holder: getHolder(scope, field.plan, inner),
      steps: isPart ? [...scope.steps, escapeLiteral(field.attribute), ...position] : [],
      slots: isPart ? scope.slots : null,
    };
    const [only] = field.plan.fields;
    const buildItemSql = (): string =>
      field.kind === 'pluck' && only !== undefined
        ? buildPluckedColumn(row, buildValueSql(row, only))
        : buildObjectSql(row);
    const item = reference(field, inner) ?? buildItemSql();

    if (!isMany) return `(SELECT ${item} ${source} ORDER BY ${sorted} LIMIT 1)`;
    if (isNumbered) {
      const numbered = `SELECT ${inner}.id, row_number() OVER (ORDER BY ${sorted}) - 1 AS at ${source}`;
      return listOf(
        `SELECT ${item} AS j, ${inner}n.at AS at FROM (${numbered}) ${inner}n ` +
          `JOIN ${escapeIdentifier(target.name)} ${inner} ON ${inner}.id = ${inner}n.id`,
      );
    }
    if (listRequiredSlots(field.plan).length > 0) {
      return listOf(`SELECT ${item} AS j, row_number() OVER (ORDER BY ${sorted}) AS at ${source}`);
    }
    return `(SELECT coalesce(json_agg(${item} ORDER BY ${sorted}), ${EMPTY}) ${source})`;
  };

  /**
   * Returns a field in the language of the request, or untranslated if there is no text in that
   * language.
   *
   *     coalesce((SELECT nullif(d1."name", '') FROM <joins> WHERE ... AND d1."language" = $2 ORDER BY ... LIMIT 1), d."name")
   */
  const buildTranslationSql = (scope: RowScope, field: FieldOfKind<'translation'>): string => {
    const inner = takeNextAlias();
    const { plan: texts, untranslated } = field;
    const { from, where, order } = buildJoins(
      tables(scope.plan.uid).link(field.attribute),
      tables(texts.uid),
      inner,
      scope.alias,
    );
    const written = texts.fields.find(({ key }) => key === field.key);
    if (written === undefined) throw new Error(`${texts.uid} has no ${field.key}`);
    const row: RowScope = { ...scope, alias: inner, plan: texts, slots: null };
    const translated = buildValueSql(row, written);
    const empty = {
      scalar: `nullif(${translated}, '')`,
      one: translated,
      many: `nullif(${translated}::text, '[]')::json`,
    };
    const language = columnOf(tables(texts.uid), inner, LANGUAGE.field);
    return (
      `coalesce((SELECT ${empty[untranslated.kind]} FROM ${from} WHERE ${where} ` +
      `AND ${language} = ${parameter(LANGUAGE.parameter)} ORDER BY ${order} LIMIT 1), ${buildValueSql(scope, untranslated)})`
    );
  };

  /**
   * Returns the components of a dynamic zone, each in the form of its type.
   *
   *     listOf(SELECT CASE d1.type WHEN 'home.live-home'
   *              THEN (SELECT <object> FROM "components_home_live_homes" d2 WHERE d2.id = d1.id) END AS j, d1.at AS at
   *            FROM (SELECT l."cmp_id" AS id, l."component_type" AS type, row_number() OVER (ORDER BY l."order", l.id) - 1 AS at
   *                  FROM "home_pages_cmps" l WHERE l."entity_id" = d.id AND l."field" = 'contents') d1)
   */
  const buildZoneSql = (scope: RowScope, field: FieldOfKind<'zone'>): string => {
    const link = tables(scope.plan.uid).link(field.attribute);
    if (link.type === null)
      throw new Error(`${scope.plan.uid}.${field.attribute} is not a dynamic zone`);
    const part = takeNextAlias();
    const order = link.order === null ? 'l.id' : `l.${escapeIdentifier(link.order)}, l.id`;
    const numbered =
      `SELECT l.${escapeIdentifier(link.to)} AS id, l.${escapeIdentifier(link.type)} AS type, ` +
      `row_number() OVER (ORDER BY ${order}) - 1 AS at FROM ${escapeIdentifier(link.table)} l ` +
      `WHERE ${[`l.${escapeIdentifier(link.from)} = ${scope.alias}.id`, ...linkConditions(link, 'l')].join(' AND ')}`;
    const forms = [...field.plans].map(([component, inner]) => {
      const alias = takeNextAlias();
      const steps = [...scope.steps, escapeLiteral(field.attribute), `${part}.at`];
      return (
        `WHEN ${escapeLiteral(component)} THEN (SELECT ${buildObjectSql({ ...scope, alias, plan: inner, steps })} ` +
        `FROM ${escapeIdentifier(tables(component).name)} ${alias} WHERE ${alias}.id = ${part}.id)`
      );
    });
    return listOf(
      `SELECT CASE ${part}.type ${forms.join(' ')} END AS j, ${part}.at AS at FROM (${numbered}) ${part}`,
    );
  };

  /**
   * Returns the documents of another type that reference this one.
   *
   *     (SELECT coalesce(json_agg(<object> ORDER BY d1."order", d1.id), '[]'::json) FROM "lives" d1
   *      WHERE d1.id IN (SELECT l."live_id" FROM "lives_protagonists_lnk" l
   *                      JOIN "protagonists" d2 ON d2.id = l."protagonist_id" WHERE d2.document_id = d.document_id)
   *        AND d1.published_at IS NOT NULL)
   */
  const buildReferencedBySql = (scope: RowScope, field: FieldOfKind<'referencedBy'>): string => {
    const inner = takeNextAlias();
    const pointed = takeNextAlias();
    const table = tables(field.uid);
    const target = tables(scope.plan.uid);
    const link = table.link(field.via);
    const pointing =
      `SELECT l.${escapeIdentifier(link.from)} FROM ${escapeIdentifier(link.table)} l ` +
      `JOIN ${escapeIdentifier(target.name)} ${pointed} ` +
      `ON ${pointed}.id = l.${escapeIdentifier(link.to)} ` +
      `WHERE ${pointed}.document_id = ${scope.alias}.document_id`;
    const conditions = [
      `${inner}.id IN (${pointing})`,
      ...buildVisibilityConditions(models, draft, field.uid, inner),
    ];
    const shown = findDraftInRelation(field.uid, scope.plan.uid);
    if (shown !== null) {
      const via = { uid: field.uid, attribute: field.via };
      const { from } = buildVersionJoins(
        { models, tables, draft: shown },
        via,
        `${pointed}s`,
        inner,
      );
      conditions.push(
        `EXISTS (SELECT FROM ${from} WHERE ${pointed}s.document_id = ${scope.alias}.document_id)`,
      );
    }
    const sorted = [...sortColumns(table, inner, field.sort), `${inner}.id`].join(', ');
    const item =
      reference(field, inner) ??
      buildObjectSql({
        alias: inner,
        plan: field.plan,
        holder: { uid: field.uid, alias: inner },
        steps: [],
        slots: null,
      });
    return (
      `(SELECT coalesce(json_agg(${item} ORDER BY ${sorted}), ${EMPTY}) ` +
      `FROM ${escapeIdentifier(table.name)} ${inner} WHERE ${conditions.join(' AND ')})`
    );
  };

  const slots =
    !plan.storesSlots || isDraft
      ? null
      : {
          column: columnOf(tables(plan.uid), alias, SLOTS),
          locale: `${alias}.locale`,
        };
  return buildObjectSql({ alias, plan, holder: { uid: plan.uid, alias }, steps: [], slots }, false);
};
