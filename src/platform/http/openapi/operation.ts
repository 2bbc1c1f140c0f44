import { buildDeprecationKeys } from '../deprecation';
import type { Access, Endpoint } from '../endpoint';
import { buildDraftName, isRequired, buildSchemaReference, buildRequestSchema } from './schemas';
import type { SharedErrors } from './error-responses';
import { getRegisteredSchemas, type JsonSchema } from './schema-registry';
import { buildSharedHeaderReferences } from './shared-headers';

/** Returns a JSON body with an optional example. */
const buildJsonContent = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** Returns the component name of an endpoint's response. */
export const answerName = ({ operationId, response }: Endpoint): string => {
  for (const [id, schema] of getRegisteredSchemas()) if (schema === response) return id;
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
};

/** Returns whether a parameter may have several values. */
const isList = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'array' || (anyOf as JsonSchema[]).some((option) => option.type === 'array');

/** Returns an example value. Lists are written with commas in an address. */
const toExample = ({ type }: JsonSchema, value: unknown): unknown =>
  type === 'array' ? String(value).split(',') : value;

const buildParameters = (
  place: 'path' | 'query',
  { operationId, [place === 'path' ? 'params' : 'query']: schema, example = {} }: Endpoint,
): JsonSchema[] => {
  if (schema === undefined) return [];
  const { properties = {} } = buildRequestSchema(schema, operationId) as {
    properties?: Record<string, JsonSchema>;
  };
  const values: Readonly<Record<string, unknown>> =
    (place === 'path' ? example.params : example.query) ?? {};
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: isRequired(schema, name),
    ...(description === undefined ? {} : { description }),
    ...(rest.deprecated === true && { deprecated: true }),
    ...(isList(rest) && { style: 'form', explode: false }),
    schema: rest,
    ...(name in values && { example: toExample(rest, values[name]) }),
  }));
};

const buildHeaderParameters = ({ headers = [] }: Endpoint): JsonSchema[] =>
  headers.map(({ name, description, maxLength, example }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', maxLength },
    example,
  }));

const buildPreviewParameter = (endpoint: Endpoint): JsonSchema => ({
  name: 'previewToken',
  in: 'query',
  required: false,
  description:
    `From a preview link of the admin panel: returns the draft of the entry as \`${buildDraftName(answerName(endpoint))}\`, ` +
    'whose required fields may be null.',
  schema: { type: 'string' },
});

const previewFields: JsonSchema = {
  name: 'previewFields',
  in: 'query',
  required: false,
  description:
    'With `previewToken`: also returns the form fields of all values, so that a site can link editors to ' +
    'them. Lists contain them only with `page` or `pageSize`.',
  schema: { type: 'string', enum: ['true'] },
};

/** Returns the key of a response that names the schema of drafts. OpenAPI has none for it. */
const buildDraftExtension = (endpoint: Endpoint): JsonSchema =>
  endpoint.previewable === true
    ? { 'x-draft-schema': buildSchemaReference(buildDraftName(answerName(endpoint))) }
    : {};

const security: Record<Access, JsonSchema[]> = {
  public: [],
  optional: [{}, { student: [] }],
  student: [{ student: [] }],
  manager: [{ student: [] }, { apiToken: [] }],
};

/** Returns the content of a response. OpenAPI 3.1 has no schema for media types other than JSON. */
const answerOf = (endpoint: Endpoint, example: unknown): JsonSchema =>
  endpoint.mediaTypes === undefined
    ? buildJsonContent(buildSchemaReference(answerName(endpoint)), example)
    : Object.fromEntries(
        endpoint.mediaTypes.map((type) => [type, example === undefined ? {} : { example }]),
      );

/**
 * Returns an endpoint as an OpenAPI operation.
 *
 * @param errors the shared error responses
 * @param answer an example response, if one is known
 */
export const buildOperation = (
  endpoint: Endpoint,
  { errors, answer }: { errors: SharedErrors; answer: unknown },
): JsonSchema => {
  const { operationId, tag, summary, description, body, example } = endpoint;
  const { status = 200 } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(endpoint.deprecation && buildDeprecationKeys(endpoint.deprecation)),
    security: security[endpoint.access ?? 'public'],
    parameters: [
      ...buildParameters('path', endpoint),
      ...buildParameters('query', endpoint),
      ...buildHeaderParameters(endpoint),
      ...(endpoint.previewable === true ? [buildPreviewParameter(endpoint), previewFields] : []),
      ...buildSharedHeaderReferences(),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: buildJsonContent(buildRequestSchema(body, operationId), example?.body),
          },
        }),
    responses: {
      [status]: {
        description: 'The response.',
        content: answerOf(endpoint, answer),
        ...buildDraftExtension(endpoint),
      },
      ...errors.forEndpoint(endpoint),
    },
  };
};
