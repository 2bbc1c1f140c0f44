import type { JsonSchema } from './schema-registry';

const descriptions = new Map<string, string>();

/**
 * Describes fields in the OpenAPI document, once for all schemas that have them. A description in
 * the schema itself takes precedence.
 *
 * @param table descriptions by field name, or by schema and field name: `name`, `Channel.name`. For
 * requests, the schema is the `operationId`
 * @throws Error when a field is described twice, because one description would be lost silently
 */
export const describeFields = (table: Readonly<Record<string, string>>): void => {
  for (const [field, description] of Object.entries(table)) {
    if (descriptions.has(field)) throw new Error(`The field ${field} is described twice`);
    descriptions.set(field, description);
  }
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withDescription = (schema: string, name: string, field: unknown): unknown => {
  if (!isSchema(field) || field.description !== undefined) return field;
  const description = descriptions.get(`${schema}.${name}`) ?? descriptions.get(name);
  return description === undefined ? field : { ...field, description };
};

/** Returns a JSON schema in which every known field has a description. */
export const addDescriptions = (name: string, schema: JsonSchema): JsonSchema => {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    return isSchema(value) ? visitSchema(value) : value;
  };
  const visitFields = (fields: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        withDescription(name, field, visit(value)),
      ]),
    );
  const visitSchema = (value: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'properties' && isSchema(part) ? visitFields(part) : visit(part),
      ]),
    );
  return visitSchema(schema);
};

describeFields({
  data: 'The result.',
  meta: 'Information about the result, such as its pages.',
  pagination: 'Position of this page in the whole result.',
  page: 'Number of the page, from 1.',
  pageSize: 'Maximum number of entries on a page.',
  pageCount: 'Number of pages.',
  total: 'Number of entries on all pages.',
  createdAt: 'Time at which the entry was created.',
  updatedAt: 'Time of the last change.',
  publishedAt: 'Time of the publication.',
});
