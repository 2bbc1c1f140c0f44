import { z } from '@strapi/utils';

/** One column to sort by, ascending unless prefixed with `-`. */
export type SortKey = string;

/** A filter by attribute: one value, several accepted values, or a filter for a related row. */
export type DocumentFilter = {
  readonly [attribute: string]: string | readonly string[] | DocumentFilter;
};

/** A settings section and the name of one of its values. */
export type SettingName = `${string}.${string}`;

/**
 * Source of a response field if it is not the model's attribute of the same name.
 *
 * - `attribute`: another attribute of the model. On a to-many relation, `where` keeps only rows
 *   whose scalar `where.attribute` holds one of `where.oneOf`, and `sort` orders them. `narrowedBy`
 *   names a request parameter that restricts the rows to one locale. With `isOptional`, the value is
 *   null for models without the attribute, as `locale` is.
 * - `pluck`: one scalar of each row behind a relation or component, as an array (`z.array`). A
 *   single target gives the bare value, or an array of at most one if the schema says so.
 * - `referencedBy`: documents of another type whose relation `via` references this document. It
 *   is resolved by document instead of by row. A type that is not localised links only to the
 *   default locale's row, yet means every translation.
 * - `translation`: the same field of a repeatable component's row whose `language` equals the
 *   request parameter `lang`. Without that parameter, or without a text there, the model's own
 *   field is used. `name` is that of the field if the response has another one.
 * - `parameter`: a request parameter, which the handler passes to the reader.
 * - `setting`: a text from the settings, by section and name, such as `catalogue.livesTimeZone`.
 */
export type FieldSource =
  | {
      kind: 'attribute';
      name: string;
      where?: { attribute: string; oneOf: readonly string[] };
      sort?: readonly SortKey[];
      narrowedBy?: string;
      isOptional?: boolean;
    }
  | { kind: 'pluck'; attribute: string; field: string; sort?: readonly SortKey[] }
  | { kind: 'referencedBy'; uid: string; via: string; sort?: readonly SortKey[] }
  | { kind: 'translation'; within: string; name?: string }
  | { kind: 'parameter'; name: string }
  | { kind: 'setting'; name: SettingName };

/** A registry of its own, so that sources do not appear in the OpenAPI document. */
const sources = z.registry<FieldSource>();

/**
 * Returns a copy of `schema` whose value is read from `source`. A copy is needed because a registry
 * stores schema instances. A shared schema must not carry one field's source everywhere it is used.
 */
export const mapFrom = <T extends z.ZodType>(schema: T, source: FieldSource): T => {
  const copy = schema.clone();
  sources.add(copy, source);
  return copy;
};

/** Returns the source of a response field; undefined means the attribute of that name. */
export const getFieldSource = (schema: z.core.$ZodType): FieldSource | undefined =>
  sources.get(schema);

/** Groups of optional fields that a request can include in its response. */
export const includables = ['card'] as const;

export type Includable = (typeof includables)[number];

const includedBy = z.registry<{ name: Includable }>();

/**
 * Marks a field that responses have only if the request includes its group. Other requests neither
 * read nor answer it. Mark last: later changes of the schema lose the mark.
 */
export const includeOnlyWith = <T extends z.ZodType>(
  name: Includable,
  schema: T,
): z.ZodOptional<T> => {
  const field = schema.optional();
  includedBy.add(field, { name });
  return field;
};

/** Returns the group that a field belongs to; undefined if every response has it. */
export const getIncludable = (schema: z.core.$ZodType): Includable | undefined =>
  includedBy.get(schema)?.name;
