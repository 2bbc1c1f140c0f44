import { z } from '@strapi/utils';
import { registeredSchemas } from './schema-registry';

export type JsonSchema = Record<string, unknown>;

const reference = (id: string): string => `#/components/schemas/${id}`;

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** The bounds of safe integers say nothing about a value; without them people can read the schema. */
const withoutSafeBounds: Override = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const options = { target: 'draft-2020-12', override: withoutSafeBounds } as const;

const withoutKeys = (schema: JsonSchema, ...keys: string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));

/** Requests may hold more than the contract names, which is ignored. */
const tolerant: Override = (context) => {
  withoutSafeBounds(context);
  const { jsonSchema } = context;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/** What is sent to the service, written out in place. */
export const requestSchema = (schema: z.ZodType): JsonSchema =>
  withoutKeys(z.toJSONSchema(schema, { ...options, io: 'input', override: tolerant }), '$schema');

/** What the service answers, written out in place; for forms that stand only once. */
export const responseSchema = (schema: z.ZodType): JsonSchema =>
  withoutKeys(z.toJSONSchema(schema, { ...options, io: 'output' }), '$schema');

/**
 * All named schemas and the given extra ones as the document's components, referring to each other by
 * name.
 */
export const componentSchemas = (extra: ReadonlyMap<string, z.ZodType>): JsonSchema => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of [...registeredSchemas(), ...extra]) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...options, io: 'output', uri: reference });
  // By name: the order in which modules are loaded would change the document for no reason.
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([id, schema]) => [id, withoutKeys(schema, '$id', '$schema')]),
  );
};

/** A schema's place among the components. */
export const referenceTo = (id: string): JsonSchema => ({ $ref: reference(id) });
