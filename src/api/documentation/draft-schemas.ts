import { z } from '@strapi/utils';
import { FIELD_MAP, fieldMap } from '#delivery/field-map';
import { getFieldSource } from '#delivery/plan/field-source';

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
  const kind = getFieldSource(schema)?.kind;
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
const copyMetadata = (schema: Schema, described: Schema): Schema => {
  const metadata = described.meta();
  return metadata === undefined ? schema : schema.meta(metadata);
};

/** Returns the same field, which may be null. Its description applies to null, too. */
const makeNullable = (field: Schema): Schema => {
  if (field instanceof z.ZodOptional)
    return copyMetadata(makeNullable(unwrapSchema(field)).optional(), field);
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
export const createDraftSchemas = (answers: readonly Schema[]): ReadonlyMap<Schema, Schema> => {
  const drafts = new Map<Schema, Schema>();

  const withFields = (
    schema: z.ZodObject,
    draftField: (name: string, field: Schema) => Schema,
  ): Schema => {
    const shape: Readonly<Record<string, Schema>> = schema.shape;
    const draft = Object.entries(shape).map(
      ([name, field]) => [name, draftField(name, field)] as const,
    );
    return copyMetadata(z.strictObject(Object.fromEntries(draft)), schema);
  };

  const createObjectDraft = (schema: z.ZodObject): Schema => {
    // Descriptions and sources of fields are on clones, which share the draft of their origin.
    const { parent } = schema._zod;
    if (parent instanceof z.ZodObject) {
      const draft = createObjectDraft(parent);
      if (draft !== parent) drafts.set(schema, draft);
      return draft;
    }
    if (isFile(schema)) return schema;
    const knownDraft = drafts.get(schema);
    if (knownDraft !== undefined) return knownDraft;
    const draft = withFields(schema, (name, field) => {
      const value = createDraft(field);
      return isNullable(field) || isAlwaysSet(schema, name, field) ? value : makeNullable(value);
    });
    drafts.set(schema, draft);
    return draft;
  };

  const createDraft = (schema: Schema): Schema => {
    if (schema instanceof z.ZodObject) return createObjectDraft(schema);
    if (schema instanceof z.ZodNullable) {
      return copyMetadata(createDraft(schema.unwrap() as Schema).nullable(), schema);
    }
    if (schema instanceof z.ZodOptional) {
      return copyMetadata(createDraft(schema.unwrap() as Schema).optional(), schema);
    }
    if (schema instanceof z.ZodArray) {
      return copyMetadata(z.array(createDraft(schema.element as Schema)), schema);
    }
    if (schema instanceof z.ZodUnion) {
      return copyMetadata(
        z.union(schema.options.map((option) => createDraft(option as Schema))),
        schema,
      );
    }
    return schema;
  };

  for (const answer of answers) {
    if (!(answer instanceof z.ZodObject)) continue;
    const draft =
      WRAPPED in answer.shape
        ? withFields(answer, (name, field) => (name === WRAPPED ? createDraft(field) : field))
        : createDraft(answer);
    if (draft instanceof z.ZodObject) drafts.set(answer, draft.extend({ [FIELD_MAP]: fieldMap }));
  }
  return drafts;
};
