import { z } from '@strapi/utils';
import { addressErrors, bodyErrors, commonErrors } from '../common-errors';
import type { Endpoint } from '../endpoint';
import { createHttpError, type ApiError } from '../errors';
import { multipartErrors } from '../multipart/errors';
import type { JsonSchema } from './schema-registry';
import { buildSchemaReference, buildResponseSchema } from './schemas';
import { listSharedHeaderErrors } from './shared-headers';

/** Request id in the examples. */
const REQUEST_ID = '0b2f1c9e-6c0f-4a37-9d5e-2f1f6f3f6a10';

const takesInput = ({ params, query, body }: Endpoint): boolean =>
  [params, query, body].some((schema) => schema !== undefined);

/** Errors of a body that is refused before its endpoint reads it. */
const unreadBodies = [...Object.values(bodyErrors), multipartErrors.MULTIPART_NOT_TAKEN];

/** Returns every error that an endpoint may answer. */
export const listEndpointErrors = (endpoint: Endpoint): readonly ApiError[] => [
  ...(takesInput(endpoint) ? [commonErrors.INVALID_REQUEST] : []),
  ...(endpoint.body === undefined ? [] : unreadBodies),
  ...(endpoint.params === undefined ? [] : [addressErrors.NOT_FOUND]),
  ...(endpoint.previewable === true ? [commonErrors.INVALID_PREVIEW_TOKEN] : []),
  ...(endpoint.errors ?? []),
  ...listSharedHeaderErrors(),
  commonErrors.SERVICE_UNAVAILABLE,
];

/** Errors of one status that endpoints answer together. */
type Group = { name: string; status: number; errors: readonly ApiError[] };

const toPascalCase = (code: string): string =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const buildSchemaName = ({ code }: ApiError): string => `${toPascalCase(code)}Error`;

/** Longer names would be unreadable, so larger groups are named after their first operation. */
const MOST_CODES_IN_NAME = 2;

const groupName = (
  { operationId }: Endpoint,
  status: number,
  errors: readonly ApiError[],
): string =>
  errors.length <= MOST_CODES_IN_NAME
    ? errors.map(({ code }) => toPascalCase(code)).join('Or')
    : `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${status}`;

const buildGroupKey = (status: number, errors: readonly ApiError[]): string =>
  `${status} ${errors
    .map(({ code }) => code)
    .sort()
    .join(' ')}`;

const byStatus = (endpoint: Endpoint): [number, ApiError[]][] => {
  const errors = listEndpointErrors(endpoint);
  return [...new Set(errors.map(({ status }) => status))]
    .sort((a, b) => a - b)
    .map((status) => [status, errors.filter((error) => error.status === status)]);
};

const groupErrors = (endpoints: readonly Endpoint[]): ReadonlyMap<string, Group> => {
  const groups = new Map<string, Group>();
  for (const endpoint of endpoints) {
    for (const [status, errors] of byStatus(endpoint)) {
      const key = buildGroupKey(status, errors);
      if (groups.has(key)) continue;
      groups.set(key, { name: groupName(endpoint, status, errors), status, errors });
    }
  }
  return groups;
};

const retryAfter: JsonSchema = {
  'Retry-After': {
    description: 'Seconds until the next attempt.',
    schema: { type: 'integer' },
  },
};

const hasRetryAfter = ({ status, retryAfter: seconds }: ApiError): boolean =>
  status === 429 || status === 503 || seconds !== undefined;

/** Returns examples of an error's details, for those that have one. */
const getExampleDetails = ({ details = {} }: ApiError): JsonSchema =>
  Object.fromEntries(
    Object.entries(details).flatMap(([name, schema]) => {
      const { examples = [] } = (schema as z.ZodType).meta() ?? {};
      const [example] = examples as readonly unknown[];
      return example === undefined ? [] : [[name, example]];
    }),
  );

/** Returns an example response for each error, by code. */
const buildExamples = (errors: readonly ApiError[]): JsonSchema =>
  Object.fromEntries(
    errors.map((error) => {
      const { code, status, message } = error;
      const { name } = createHttpError(error);
      const details = { code, ...getExampleDetails(error) };
      const body = { status, name, message: message.en, details, requestId: REQUEST_ID };
      return [code, { value: { data: null, error: body } }];
    }),
  );

const buildResponse = ({ errors }: Group): JsonSchema => {
  const schemas = errors.map((error) => buildSchemaReference(buildSchemaName(error)));
  return {
    description: errors.map(({ code, message }) => `\`${code}\`: ${message.en}`).join('\n\n'),
    ...(errors.some(hasRetryAfter) && { headers: retryAfter }),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: buildExamples(errors),
      },
    },
  };
};

const buildErrorSchema = ({ code, status, message, details }: ApiError): JsonSchema =>
  buildResponseSchema(
    z
      .strictObject({
        data: z.null().describe('Always null in an error.'),
        error: z
          .strictObject({
            status: z.literal(status).describe('HTTP status of the response.'),
            name: z.string().describe('Class of the error.'),
            message: z.string().describe('Text for people, in the language of the caller.'),
            details: z
              .looseObject({
                code: z
                  .literal(code)
                  .describe('Code of the error, for programs. It never changes.'),
                ...details,
              })
              .describe('Code of the error, and values that belong to it.'),
            requestId: z
              .string()
              .describe('The `X-Request-Id` of the response, which the log contains.'),
          })
          .describe('The error.'),
      })
      .describe(message.en),
  );

/** Returns entries by name, in the order of the names. */
const sortByName = (entries: readonly (readonly [string, JsonSchema])[]): JsonSchema =>
  Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));

/** The errors of all endpoints, as components and as references to them. */
export type SharedErrors = {
  /** One schema for each code. */
  schemas: JsonSchema;
  /** One response for each group of codes that endpoints answer together. */
  responses: JsonSchema;
  /** Returns the error responses of an operation, by status. */
  forEndpoint: (endpoint: Endpoint) => JsonSchema;
};

/**
 * Returns the errors of all endpoints as components. Generated clients then have one type for each
 * code, whose literal `code` distinguishes the members of a union.
 */
export const buildSharedErrors = (endpoints: readonly Endpoint[]): SharedErrors => {
  const groups = groupErrors(endpoints);
  const errors = new Map<string, ApiError>();
  for (const error of endpoints.flatMap(listEndpointErrors)) {
    // Two features may have errors of one code.
    const details = { ...errors.get(error.code)?.details, ...error.details };
    errors.set(error.code, { ...error, details });
  }
  return {
    schemas: sortByName(
      [...errors.values()].map((error) => [buildSchemaName(error), buildErrorSchema(error)]),
    ),
    responses: sortByName([...groups.values()].map((group) => [group.name, buildResponse(group)])),
    forEndpoint: (endpoint) =>
      Object.fromEntries(
        byStatus(endpoint).map(([status, same]) => [
          status,
          { $ref: `#/components/responses/${groups.get(buildGroupKey(status, same))?.name ?? ''}` },
        ]),
      ),
  };
};
