import { z } from '@strapi/utils';
import { commonErrors } from '../common-errors';
import type { Access, Endpoint } from '../endpoint';
import type { ApiError } from '../errors';
import { registeredSchemas } from './schema-registry';
import { referenceTo, requestSchema, responseSchema, type JsonSchema } from './schemas';

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** The name of an endpoint's answer among the components. */
export const answerName = ({ operationId, response }: Endpoint): string => {
  for (const [id, schema] of registeredSchemas()) if (schema === response) return id;
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
};

const parameters = (place: 'path' | 'query', schema: z.ZodType | undefined): JsonSchema[] => {
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
  }));
};

const previewToken: JsonSchema = {
  name: 'previewToken',
  in: 'query',
  required: false,
  description:
    'From a preview link of the admin panel: answers drafts, in which what is required may still be null.',
  schema: { type: 'string' },
};

const errorBody = (status: number, codes: readonly string[]) =>
  responseSchema(
    z.strictObject({
      data: z.null(),
      error: z.strictObject({
        status: z.literal(status),
        name: z.string(),
        message: z.string(),
        details: z.looseObject({ code: z.enum(codes) }),
      }),
    }),
  );

const takesInput = ({ params, query, body }: Endpoint): boolean =>
  [params, query, body].some((schema) => schema !== undefined);

const errorsOf = (endpoint: Endpoint): readonly ApiError[] => [
  ...(takesInput(endpoint) ? [commonErrors.INVALID_REQUEST] : []),
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

const hasRetryAfter = ({ code }: ApiError): boolean =>
  code === commonErrors.SERVICE_UNAVAILABLE.code;

const errorResponses = (errors: readonly ApiError[]) => {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const same = errors.filter((error) => error.status === status);
      const description = same
        .map(({ code, message }) => `\`${code}\`: ${message.en}`)
        .join('\n\n');
      const codes = same.map(({ code }) => code);
      const headers = same.some(hasRetryAfter) ? { headers: retryAfter } : {};
      return [status, { description, ...headers, content: json(errorBody(status, codes)) }];
    }),
  );
};

const security: Record<Access, JsonSchema[]> = {
  public: [],
  optional: [{}, { student: [] }],
  student: [{ student: [] }],
  manager: [{ student: [] }, { apiToken: [] }],
};

/** A file has a media type and, by OpenAPI 3.1, no schema. */
const answerOf = (endpoint: Endpoint): JsonSchema =>
  endpoint.mediaTypes === undefined
    ? json(referenceTo(answerName(endpoint)))
    : Object.fromEntries(endpoint.mediaTypes.map((type) => [type, {}]));

/** One endpoint as an OpenAPI operation. */
export const operation = (endpoint: Endpoint): JsonSchema => {
  const { operationId, tag, summary, description, params, query, body, status = 200 } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[endpoint.access ?? 'public'],
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(endpoint.previewable === true ? [previewToken] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(requestSchema(body)) } }),
    responses: {
      [status]: {
        description: 'The answer.',
        content: answerOf(endpoint),
      },
      ...errorResponses(errorsOf(endpoint)),
    },
  };
};
