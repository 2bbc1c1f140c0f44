import { isMediaField } from '../../media/media';
import type { ModelLookup } from '../../plan/model';
import type { Field, Plan } from '../../plan/plan';
import { SLOTS } from '../../../plugins/pages/server/slots/find';
import { joinsOf } from './joins';
import { mediaExpression, type MediaOptions } from './media';
import { scalarExpression } from './scalar';
import { sortColumns } from './sort';
import { literal, quote, type TableLookup } from './tables';

/** What the expressions of a contract are made with. */
export type Compilation = {
  models: ModelLookup;
  tables: TableLookup;
  media: MediaOptions;
  /** The place of a value that the request gives by name. */
  given: (name: string) => string;
};

/** Where slots within a row are remembered: in which row, under which name so far. */
type Memory = { root: string; locale: string; steps: readonly string[] };

type Place = { alias: string; plan: Plan; memory: Memory | null };

type Rows = Extract<Field, { kind: 'one' | 'many' | 'pluck' }>;

const holdsSlots = (plan: Plan): boolean =>
  plan.fields.some(
    (field) =>
      ('isSlot' in field && field.isSlot) ||
      (field.kind === 'zone' && [...field.plans.values()].some(holdsSlots)) ||
      ('plan' in field && !field.plan.uid.includes('::') && holdsSlots(field.plan)),
  );

/** The keys without which a row cannot be shown: its required slots. */
const requiredSlots = (plan: Plan): readonly string[] =>
  plan.fields.flatMap((field) =>
    field.kind === 'one' && field.isSlot && field.isRequired ? [field.key] : [],
  );

const EMPTY = `'[]'::json`;

/**
 * The JSON of one document under a contract, as an SQL expression over the document's row. What it
 * yields is the very answer that `serialize` builds from rows: the same keys in the same order.
 */
export const documentExpression = (compilation: Compilation, plan: Plan, alias: string): string => {
  const { models, tables, media, given } = compilation;
  let aliases = 0;
  const nextAlias = (): string => `${alias}${(aliases += 1)}`;

  /** Null for a part of the document of which a required slot shows nothing at the moment. */
  const object = (place: Place, isPart = true): string => {
    const columns = place.plan.fields.map(
      (field) => `${value(place, field)} AS ${quote(field.key)}`,
    );
    const made = `SELECT ${columns.join(', ')}`;
    const required = isPart ? requiredSlots(place.plan) : [];
    if (required.length === 0) return `(SELECT row_to_json(o) FROM (${made}) o)`;
    const shown = required.map((key) => `o.${quote(key)} IS NOT NULL`).join(' AND ');
    // OFFSET keeps the planner from working the slots out twice.
    return `(SELECT row_to_json(o) FROM (${made} OFFSET 0) o WHERE ${shown})`;
  };

  const value = (place: Place, field: Field): string => {
    const { plan: within, alias: row } = place;
    switch (field.kind) {
      case 'scalar':
        return scalarExpression(tables(within.uid), row, field);
      case 'media':
        return isMediaField(field.key) ? mediaExpression(media, row, field.key) : 'NULL::text';
      case 'absent':
        return 'NULL::text';
      case 'component':
        return `${literal(field.name)}::text`;
      case 'given':
        return `${given(field.name)}::text`;
      case 'zone':
        return zone(place, field);
      case 'referencedBy':
        return referencedBy(place, field);
      case 'one':
      case 'many':
      case 'pluck':
        return rows(place, field);
    }
  };

  /** The rows behind a field: what to select from, under which conditions, in which order. */
  const behind = ({ plan: within, alias: row, memory }: Place, field: Rows, inner: string) => {
    const target = tables(field.plan.uid);
    if (field.isSlot && memory !== null) {
      const { hasDrafts, isLocalized } = models(field.plan.uid);
      const path = [...memory.steps, literal(field.attribute)].join(` || '/' || `);
      return {
        from:
          `jsonb_array_elements_text(coalesce(${memory.root}.${quote(SLOTS)} -> (${path}), '[]'))` +
          ` WITH ORDINALITY ${inner}l(document, at) JOIN ${quote(target.name)} ${inner}` +
          ` ON ${inner}.document_id = ${inner}l.document` +
          (hasDrafts ? ` AND ${inner}.published_at IS NOT NULL` : '') +
          (isLocalized ? ` AND ${inner}.locale = ${memory.locale}` : ''),
        where: 'true',
        order: `${inner}l.at`,
      };
    }
    return joinsOf(tables(within.uid).link(field.attribute), target, inner, row);
  };

  /** The memory within the component rows behind a field; none beyond a relation. */
  const memoryBehind = ({ memory }: Place, field: Rows, at: string | null): Memory | null =>
    memory === null || field.plan.uid.includes('::')
      ? null
      : {
          ...memory,
          steps: [...memory.steps, literal(field.attribute), ...(at === null ? [] : [at])],
        };

  const rows = (place: Place, field: Rows): string => {
    const inner = nextAlias();
    const target = tables(field.plan.uid);
    const { from, where, order } = behind(place, field, inner);
    const sorted = [...sortColumns(target, inner, field.sort), order].join(', ');
    const conditions = [where];
    if (field.narrowedBy !== undefined) {
      const wanted = given(field.narrowedBy);
      conditions.push(`(${wanted}::text IS NULL OR ${inner}.locale = ${wanted})`);
    }
    if (field.kind === 'many' && field.where !== undefined) {
      const { attribute, oneOf } = field.where;
      const column = `${inner}.${quote(target.column(attribute))}`;
      conditions.push(`${column} IN (${oneOf.map(literal).join(', ')})`);
    }
    const source = `FROM ${from} WHERE ${conditions.join(' AND ')}`;
    const isMany = field.kind === 'many' || (field.kind === 'pluck' && field.isMany);
    const isNumbered = isMany && place.memory !== null && holdsSlots(field.plan);
    const memory = memoryBehind(place, field, isNumbered ? `${inner}n.at` : null);
    const here: Place = { alias: inner, plan: field.plan, memory };
    const [only] = field.plan.fields;
    const one = field.kind === 'pluck' && only !== undefined ? value(here, only) : object(here);

    if (!isMany) return `(SELECT ${one} ${source} ORDER BY ${sorted} LIMIT 1)`;
    if (isNumbered) {
      const numbered = `SELECT ${inner}.id, row_number() OVER (ORDER BY ${sorted}) - 1 AS at ${source}`;
      return list(
        `SELECT ${one} AS j, ${inner}n.at AS at FROM (${numbered}) ${inner}n ` +
          `JOIN ${quote(target.name)} ${inner} ON ${inner}.id = ${inner}n.id`,
      );
    }
    if (requiredSlots(field.plan).length > 0) {
      return list(`SELECT ${one} AS j, row_number() OVER (ORDER BY ${sorted}) AS at ${source}`);
    }
    return `(SELECT coalesce(json_agg(${one} ORDER BY ${sorted}), ${EMPTY}) ${source})`;
  };

  /** What is shown of a sub-select of JSON `j` at position `at`. */
  const list = (select: string): string =>
    `(SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), ${EMPTY})` +
    ` FROM (${select} OFFSET 0) q)`;

  const zone = (place: Place, field: Extract<Field, { kind: 'zone' }>): string => {
    const link = tables(place.plan.uid).link(field.attribute);
    if (link.type === null) throw new Error(`${place.plan.uid}.${field.attribute} is no zone`);
    const part = nextAlias();
    const conditions = Object.entries({ ...link.on }).map(
      ([column, wanted]) => `l.${quote(column)} = ${literal(wanted)}`,
    );
    const order = [...(link.order === null ? [] : [`l.${quote(link.order)}`]), 'l.id'].join(', ');
    const numbered =
      `SELECT l.${quote(link.to)} AS id, l.${quote(link.type)} AS type, ` +
      `row_number() OVER (ORDER BY ${order}) - 1 AS at FROM ${quote(link.table)} l ` +
      `WHERE ${[`l.${quote(link.from)} = ${place.alias}.id`, ...conditions].join(' AND ')}`;
    const forms = [...field.plans].map(([component, inner]) => {
      const alias = nextAlias();
      const memory = place.memory && {
        ...place.memory,
        steps: [...place.memory.steps, literal(field.attribute), `${part}.at`],
      };
      return (
        `WHEN ${literal(component)} THEN (SELECT ${object({ alias, plan: inner, memory })} ` +
        `FROM ${quote(tables(component).name)} ${alias} WHERE ${alias}.id = ${part}.id)`
      );
    });
    return list(
      `SELECT CASE ${part}.type ${forms.join(' ')} END AS j, ${part}.at AS at FROM (${numbered}) ${part}`,
    );
  };

  const referencedBy = (
    { plan: within, alias: row }: Place,
    field: Extract<Field, { kind: 'referencedBy' }>,
  ): string => {
    const inner = nextAlias();
    const pointed = nextAlias();
    const source = tables(field.uid);
    const target = tables(within.uid);
    const link = source.link(field.via);
    const pointing =
      `SELECT l.${quote(link.from)} FROM ${quote(link.table)} l JOIN ${quote(target.name)} ${pointed} ` +
      `ON ${pointed}.id = l.${quote(link.to)} WHERE ${pointed}.document_id = ${row}.document_id`;
    const published = models(field.uid).hasDrafts ? ` AND ${inner}.published_at IS NOT NULL` : '';
    const sorted = [...sortColumns(source, inner, field.sort), `${inner}.id`].join(', ');
    const one = object({ alias: inner, plan: field.plan, memory: null });
    return (
      `(SELECT coalesce(json_agg(${one} ORDER BY ${sorted}), ${EMPTY}) ` +
      `FROM ${quote(source.name)} ${inner} WHERE ${inner}.id IN (${pointing})${published})`
    );
  };

  const memory = plan.remembersSlots ? { root: alias, locale: `${alias}.locale`, steps: [] } : null;
  return object({ alias, plan, memory }, false);
};
