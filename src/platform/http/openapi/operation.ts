import { z } from '@strapi/utils';
import { bodyErrors } from '../answers/errors';
import { commonErrors } from '../common-errors';
import type { Access, Endpoint } from '../endpoint';
import { httpError, type ApiError } from '../errors';
import { multipartErrors } from '../multipart/errors';
import { registeredSchemas } from './schema-registry';
import { referenceTo, requestSchema, responseSchema, type JsonSchema } from './schemas';

/** Returns a JSON body with an optional example. */
const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** Returns the component name of an endpoint's response. */
export const answerName = ({ operationId, response }: Endpoint): string => {
  for (const [id, schema] of registeredSchemas()) if (schema === response) return id;
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
};

const parameters = (
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  example: Readonly<Record<string, unknown>> = {},
): JsonSchema[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = requestSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(name in example && { example: example[name] }),
  }));
};

const headerParameters = ({ headers = [] }: Endpoint): JsonSchema[] =>
  headers.map(({ name, description, maxLength, example }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', maxLength },
    example,
  }));

const previewToken: JsonSchema = {
  name: 'previewToken',
  in: 'query',
  required: false,
  description:
    'From a preview link of the admin panel: answers the draft of its entry, in which what is required may still be null.',
  schema: { type: 'string' },
};

/** The problems of a request, each with its message and location. */
const problems = z
  .array(z.strictObject({ in: z.string(), path: z.array(z.string()), message: z.string() }))
  .optional()
  .describe('The first problems of a request that is not taken, and where each is.');

const movedTo = z
  .string()
  .optional()
  .describe(
    'Where the slug is a former one: that of today, of the same type and in the same language.',
  );

/** Returns the schema of an error's details besides its code. */
const detailsOf = ({ params }: Endpoint, status: number, codes: readonly string[]) => ({
  ...(codes.includes(commonErrors.INVALID_REQUEST.code) && { errors: problems }),
  ...(status === 404 &&
    Object.keys(params?.shape ?? {}).some((name) => /slug/i.test(name)) && { movedTo }),
});

const errorBody = (endpoint: Endpoint, status: number, codes: readonly string[]) =>
  responseSchema(
    z.strictObject({
      data: z.null(),
      error: z.strictObject({
        status: z.literal(status),
        name: z.string(),
        message: z.string(),
        details: z.looseObject({ code: z.enum(codes), ...detailsOf(endpoint, status, codes) }),
        requestId: z.string().describe('The `X-Request-Id` of the answer, as the log has it.'),
      }),
    }),
  );

/** Request id in the examples. */
const REQUEST_ID = '0b2f1c9e-6c0f-4a37-9d5e-2f1f6f3f6a10';

const takesInput = ({ params, query, body }: Endpoint): boolean =>
  [params, query, body].some((schema) => schema !== undefined);

const otherBodies = [bodyErrors.BODY_NOT_TAKEN, multipartErrors.MULTIPART_NOT_TAKEN];

const errorsOf = (endpoint: Endpoint): readonly ApiError[] => [
  ...(takesInput(endpoint) ? [commonErrors.INVALID_REQUEST] : []),
  ...(endpoint.body === undefined ? [] : otherBodies),
  ...(endpoint.previewable === true ? [commonErrors.INVALID_PREVIEW_TOKEN] : []),
  ...(endpoint.errors ?? []),
  commonErrors.SERVICE_UNAVAILABLE,
];

const retryAfter: JsonSchema = {
  'Retry-After': {
    description: 'Seconds after which to ask again.',
    schema: { type: 'integer' },
  },
};

const hasRetryAfter = ({ status, retryAfter: seconds }: ApiError): boolean =>
  status === 429 || status === 503 || seconds !== undefined;

/** Returns an example response for each error of a status, by code. */
const errorExamples = (errors: readonly ApiError[]): JsonSchema =>
  Object.fromEntries(
    errors.map((error) => {
      const { code, status, message } = error;
      const { name } = httpError(error);
      const told = { status, name, message: message.en, details: { code }, requestId: REQUEST_ID };
      return [code, { value: { data: null, error: told } }];
    }),
  );

const errorResponses = (endpoint: Endpoint) => {
  const errors = errorsOf(endpoint);
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const same = errors.filter((error) => error.status === status);
      const description = same
        .map(({ code, message }) => `\`${code}\`: ${message.en}`)
        .join('\n\n');
      const codes = same.map(({ code }) => code);
      const headers = same.some(hasRetryAfter) ? { headers: retryAfter } : {};
      const body = { schema: errorBody(endpoint, status, codes), examples: errorExamples(same) };
      return [status, { description, ...headers, content: { 'application/json': body } }];
    }),
  );
};

const security: Record<Access, JsonSchema[]> = {
  public: [],
  optional: [{}, { student: [] }],
  student: [{ student: [] }],
  manager: [{ student: [] }, { apiToken: [] }],
};

/** Returns the content of a response. OpenAPI 3.1 has no schema for media types other than JSON. */
const answerOf = (endpoint: Endpoint, example: unknown): JsonSchema =>
  endpoint.mediaTypes === undefined
    ? json(referenceTo(answerName(endpoint)), example)
    : Object.fromEntries(
        endpoint.mediaTypes.map((type) => [type, example === undefined ? {} : { example }]),
      );

/**
 * Returns an endpoint as an OpenAPI operation.
 *
 * @param answer an example response, if one is known
 */
export const operation = (endpoint: Endpoint, answer?: unknown): JsonSchema => {
  const { operationId, tag, summary, description, params, query, body, example } = endpoint;
  const { status = 200 } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[endpoint.access ?? 'public'],
    parameters: [
      ...parameters('path', params, example?.params),
      ...parameters('query', query, example?.query),
      ...headerParameters(endpoint),
      ...(endpoint.previewable === true ? [previewToken] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(requestSchema(body), example?.body) } }),
    responses: {
      [status]: {
        description: 'The answer.',
        content: answerOf(endpoint, answer),
      },
      ...errorResponses(endpoint),
    },
  };
};
