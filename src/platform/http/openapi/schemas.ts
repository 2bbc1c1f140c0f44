import { z } from '@strapi/utils';
import type { Endpoint } from '../endpoint';
import { isDescribedAsSingle } from '../primitives';
import { addDescriptions } from './field-descriptions';
import type { JsonSchema } from './schema-registry';

/**
 * Returns the schemas of drafts by the schemas of published responses: of these answers and of all
 * their parts that differ.
 */
export type DraftSchemas = (answers: readonly z.ZodType[]) => ReadonlyMap<z.ZodType, z.ZodType>;

export const buildDraftName = (name: string): string => `${name}Draft`;

/**
 * Returns the named schemas of drafts, by the names of the published ones.
 *
 * @param schemas all named schemas
 */
export const createNamedDrafts = (
  endpoints: readonly Endpoint[],
  schemas: Iterable<readonly [string, z.ZodType]>,
  draftSchemas: DraftSchemas,
): ReadonlyMap<string, z.ZodType> => {
  const previewable = endpoints.filter((endpoint) => endpoint.previewable === true);
  const drafts = draftSchemas(previewable.map(({ response }) => response));
  return new Map(
    [...schemas].flatMap(([name, schema]) => {
      const draft = drafts.get(schema);
      return draft === undefined ? [] : [[name, draft] as const];
    }),
  );
};

const buildReference = (id: string): string => `#/components/schemas/${id}`;

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Removes the bounds of safe integers, which make schemas hard to read. */
const withoutSafeBounds: Override = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const options = { target: 'draft-2020-12', override: withoutSafeBounds } as const;

const withoutKeys = (schema: JsonSchema, ...keys: string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));

/** Describes a list that once was a single value as either. */
const withSingleValue: Override = ({ zodSchema, jsonSchema }) => {
  if (!isDescribedAsSingle(zodSchema)) return;
  const { type, items, minItems, maxItems } = jsonSchema;
  delete jsonSchema.type;
  delete jsonSchema.items;
  delete jsonSchema.minItems;
  delete jsonSchema.maxItems;
  jsonSchema.anyOf = [items, { type, items, minItems, maxItems }] as typeof jsonSchema.anyOf;
};

/** Allows additional properties, because requests may contain more than the contract names. */
const allowAdditional: Override = (context) => {
  withoutSafeBounds(context);
  withSingleValue(context);
  const { jsonSchema } = context;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/**
 * Returns the inline schema of a request.
 *
 * @param name the name under which its fields may be described
 */
export const buildRequestSchema = (schema: z.ZodType, name: string): JsonSchema =>
  addDescriptions(
    name,
    withoutKeys(
      z.toJSONSchema(schema, { ...options, io: 'input', override: allowAdditional }),
      '$schema',
    ),
  );

/** Returns the inline schema of a response that is used only once. */
export const buildResponseSchema = (schema: z.ZodType): JsonSchema =>
  withoutKeys(z.toJSONSchema(schema, { ...options, io: 'output' }), '$schema');

/**
 * Returns whether a parameter must be sent. The JSON schema cannot tell: it takes the input of a
 * preprocessed value for optional.
 */
export const isRequired = (schema: z.ZodObject<z.ZodRawShape>, name: string): boolean => {
  const field = schema.shape[name] as z.ZodType | undefined;
  return field?.safeParse(undefined).success === false;
};

/**
 * Returns the named schemas and those of drafts as components of the document. They refer to each
 * other by name.
 *
 * @param drafts schemas of drafts by the names of the published ones
 */
export const buildComponentSchemas = (
  schemasByName: ReadonlyMap<string, z.ZodType>,
  drafts: ReadonlyMap<string, z.ZodType>,
): JsonSchema => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of schemasByName) registry.add(schema, { id });
  for (const [id, schema] of drafts) registry.add(schema, { id: buildDraftName(id) });
  // Fields of drafts have the descriptions of the published ones.
  const published = new Map([...drafts.keys()].map((id) => [buildDraftName(id), id]));
  const { schemas } = z.toJSONSchema(registry, { ...options, io: 'output', uri: buildReference });
  // Sorted by name. Otherwise the order in which modules load would change the document.
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([id, schema]) => [
        id,
        addDescriptions(published.get(id) ?? id, withoutKeys(schema, '$id', '$schema')),
      ]),
  );
};

/** Returns the reference to a component schema. */
export const buildSchemaReference = (id: string): JsonSchema => ({ $ref: buildReference(id) });
