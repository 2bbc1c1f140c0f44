import { z } from '@strapi/utils';

/** One column to order by, read left to right; `asc` unless prefixed with `-`. */
export type SortKey = string;

/** A section of the settings and one of its values. */
export type SettingName = `${string}.${string}`;

/**
 * Where a response field comes from when it is not simply the model's attribute of the same name.
 *
 * - `attribute`: another attribute of the model; on a to-many relation optionally only the rows whose
 *   scalar `where.attribute` holds one of `where.oneOf`, in the order of `sort`, and, where the request
 *   has a language in the parameter `narrowedBy`, in that language only.
 * - `pluck`: one scalar of each row behind a relation or component, as an array (`z.array`) or, for a
 *   single target, as the bare value; as an array of at most one where the form says so.
 * - `referencedBy`: the documents of another type whose relation `via` points at this document. It is
 *   resolved by document, not by row: a type without languages links only to the default language's row
 *   of a translated one, yet every translation is meant.
 * - `translation`: the same field of the row of a repeatable component whose `language` is the one in the request's
 *   parameter `lang`; the model's own where the request names none, or nothing is written there.
 * - `parameter`: a parameter of the request, which the handler hands to the reader.
 * - `setting`: a text from the settings, by section and name: `catalogue.livesTimeZone`.
 */
export type FieldSource =
  | {
      kind: 'attribute';
      name: string;
      where?: { attribute: string; oneOf: readonly string[] };
      sort?: readonly SortKey[];
      narrowedBy?: string;
    }
  | { kind: 'pluck'; attribute: string; field: string; sort?: readonly SortKey[] }
  | { kind: 'referencedBy'; uid: string; via: string; sort?: readonly SortKey[] }
  | { kind: 'translation'; within: string }
  | { kind: 'parameter'; name: string }
  | { kind: 'setting'; name: SettingName };

/** Kept beside the schemas instead of in their metadata, so that nothing of it reaches the OpenAPI document. */
const sources = z.registry<FieldSource>();

/**
 * A copy of `schema` whose value is read from `source`.
 *
 * The copy matters: a registry remembers schema instances, and a shared one (a media, a label) must not
 * carry one field's source into every other place it is used.
 */
export const mapFrom = <T extends z.ZodType>(schema: T, source: FieldSource): T => {
  const copy = schema.clone();
  sources.add(copy, source);
  return copy;
};

/** The source declared for a response field, or undefined where the model's own attribute is meant. */
export const fieldSourceOf = (schema: z.core.$ZodType): FieldSource | undefined =>
  sources.get(schema);
