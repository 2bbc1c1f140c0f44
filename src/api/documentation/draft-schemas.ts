import { z } from '@strapi/utils';
import { FIELD_MAP, fieldMap } from '#delivery/field-map';
import { fieldSourceOf } from '#delivery/plan/field-source';

type Schema = z.ZodType;

/** Fields that the draft of every entry has. */
const identityFields = new Set(['id', 'documentId', 'locale', 'createdAt', 'updatedAt']);

/** Field of the value that a response wraps. */
const WRAPPED = 'data';

const isWrapper = (schema: Schema): schema is z.ZodNullable<Schema> | z.ZodOptional<Schema> =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;

const unwrapSchema = (schema: Schema): Schema =>
  isWrapper(schema) ? unwrapSchema(schema.unwrap()) : schema;

const isNullable = (schema: Schema): boolean =>
  schema instanceof z.ZodNullable || (isWrapper(schema) && isNullable(schema.unwrap()));

/** Returns whether an object describes a file. Files have no drafts. */
const isFile = ({ shape }: z.ZodObject): boolean => 'isUrlSigned' in shape;

const isDocument = (schema: Schema): boolean =>
  schema instanceof z.ZodObject && 'documentId' in schema.shape && !isFile(schema);

/** Returns whether the value comes from the request or the settings. */
const isGiven = (schema: Schema): boolean => {
  const kind = fieldSourceOf(schema)?.kind;
  if (kind !== undefined) return kind === 'parameter' || kind === 'setting';
  return isWrapper(schema) && isGiven(schema.unwrap());
};

/** Returns whether a field has a value in every draft. */
const isAlwaysSet = (owner: z.ZodObject, name: string, field: Schema): boolean => {
  const inner = unwrapSchema(field);
  return (
    identityFields.has(name) ||
    isGiven(field) ||
    inner instanceof z.ZodArray ||
    inner instanceof z.ZodLiteral ||
    // Components are left out while the entry that they show is not published.
    (isDocument(inner) && !isDocument(owner))
  );
};

/** Returns `schema` with the metadata of another one. */
const describedAs = (schema: Schema, described: Schema): Schema => {
  const metadata = described.meta();
  return metadata === undefined ? schema : schema.meta(metadata);
};

/** Returns the same field, which may be null. Its description applies to null, too. */
const nullable = (field: Schema): Schema => {
  if (field instanceof z.ZodOptional)
    return describedAs(nullable(unwrapSchema(field)).optional(), field);
  const { description, ...metadata } = field.meta() ?? {};
  // A clone with its definition has no metadata.
  const plain = field instanceof z.ZodObject ? field : z.clone(field, field._zod.def);
  const value = Object.keys(metadata).length > 0 ? plain.meta(metadata) : plain;
  return description === undefined ? value.nullable() : value.nullable().describe(description);
};

/**
 * Returns the schemas of drafts by the schemas of published responses: of these answers and of all
 * their parts that differ. Required fields may be null in a draft, and responses may have the form
 * fields of their values.
 *
 * @param answers schemas of the content itself, or of objects with the content in `data`
 */
export const draftSchemas = (answers: readonly Schema[]): ReadonlyMap<Schema, Schema> => {
  const drafts = new Map<Schema, Schema>();

  const withFields = (
    schema: z.ZodObject,
    draftField: (name: string, field: Schema) => Schema,
  ): Schema => {
    const shape: Readonly<Record<string, Schema>> = schema.shape;
    const draft = Object.entries(shape).map(
      ([name, field]) => [name, draftField(name, field)] as const,
    );
    return describedAs(z.strictObject(Object.fromEntries(draft)), schema);
  };

  const draftOfObject = (schema: z.ZodObject): Schema => {
    // Descriptions and sources of fields are on clones, which share the draft of their origin.
    const { parent } = schema._zod;
    if (parent instanceof z.ZodObject) {
      const draft = draftOfObject(parent);
      if (draft !== parent) drafts.set(schema, draft);
      return draft;
    }
    if (isFile(schema)) return schema;
    const knownDraft = drafts.get(schema);
    if (knownDraft !== undefined) return knownDraft;
    const draft = withFields(schema, (name, field) => {
      const value = draftOf(field);
      return isNullable(field) || isAlwaysSet(schema, name, field) ? value : nullable(value);
    });
    drafts.set(schema, draft);
    return draft;
  };

  const draftOf = (schema: Schema): Schema => {
    if (schema instanceof z.ZodObject) return draftOfObject(schema);
    if (schema instanceof z.ZodNullable) {
      return describedAs(draftOf(schema.unwrap() as Schema).nullable(), schema);
    }
    if (schema instanceof z.ZodOptional) {
      return describedAs(draftOf(schema.unwrap() as Schema).optional(), schema);
    }
    if (schema instanceof z.ZodArray) {
      return describedAs(z.array(draftOf(schema.element as Schema)), schema);
    }
    if (schema instanceof z.ZodUnion) {
      return describedAs(
        z.union(schema.options.map((option) => draftOf(option as Schema))),
        schema,
      );
    }
    return schema;
  };

  for (const answer of answers) {
    if (!(answer instanceof z.ZodObject)) continue;
    const draft =
      WRAPPED in answer.shape
        ? withFields(answer, (name, field) => (name === WRAPPED ? draftOf(field) : field))
        : draftOf(answer);
    if (draft instanceof z.ZodObject) drafts.set(answer, draft.extend({ [FIELD_MAP]: fieldMap }));
  }
  return drafts;
};
