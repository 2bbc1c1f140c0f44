import { z } from '@strapi/utils';
import type { Context } from 'koa';
import type { Deprecation, Endpoint } from './endpoint';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-sunset';

/** Returns the keys of a deprecated endpoint or field in the OpenAPI document. */
export const buildDeprecationKeys = ({ since, sunset }: Deprecation) => ({
  deprecated: true,
  [SINCE]: since,
  ...(sunset !== undefined && { [SUNSET]: sunset }),
});

let isAnyFieldDeprecated = false;

/** Returns the schema of a field that will be removed. Apply it after other descriptions. */
export const markDeprecated = <T extends z.ZodType>(schema: T, deprecation: Deprecation): T => {
  isAnyFieldDeprecated = true;
  return schema.meta({ ...schema.meta(), ...buildDeprecationKeys(deprecation) });
};

/** Adds the deprecations of all fields in a JSON schema. */
const collect = (value: unknown, deprecations: Deprecation[]): void => {
  if (typeof value !== 'object' || value === null) return;
  const { [SINCE]: since, [SUNSET]: sunset } = value as Record<string, unknown>;
  if (typeof since === 'string') {
    deprecations.push({ since, ...(typeof sunset === 'string' && { sunset }) });
  }
  for (const part of Object.values(value)) collect(part, deprecations);
};

const listFieldDeprecations = ({ query, body, response }: Endpoint): Deprecation[] => {
  const deprecations: Deprecation[] = [];
  if (!isAnyFieldDeprecated) return deprecations;
  for (const schema of [query, body]) {
    if (schema !== undefined) collect(z.toJSONSchema(schema, { io: 'input' }), deprecations);
  }
  collect(z.toJSONSchema(response, { io: 'output' }), deprecations);
  return deprecations;
};

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);

type Headers = readonly (readonly [name: string, value: string])[];

const createHeaders = (endpoint: Endpoint): Headers => {
  const ofEndpoint = endpoint.deprecation === undefined ? [] : [endpoint.deprecation];
  const all = [...ofEndpoint, ...listFieldDeprecations(endpoint)];
  const [since] = all.map((deprecation) => deprecation.since).sort();
  const [sunset] = all.flatMap((deprecation) => deprecation.sunset ?? []).sort();
  return [
    // Seconds since 1970 (RFC 9745), and a date of HTTP (RFC 8594).
    ...(since === undefined
      ? []
      : [['Deprecation', `@${toDate(since).getTime() / 1000}`] as const]),
    ...(sunset === undefined ? [] : [['Sunset', toDate(sunset).toUTCString()] as const]),
  ];
};

const headersOf = new WeakMap<Endpoint, Headers>();

/**
 * Returns the headers that announce removals: the earliest dates of the endpoint, its parameters
 * and its fields.
 */
export const getDeprecationHeaders = (endpoint: Endpoint): Headers => {
  const remembered = headersOf.get(endpoint);
  if (remembered !== undefined) return remembered;
  const headers = createHeaders(endpoint);
  headersOf.set(endpoint, headers);
  return headers;
};

export const announceRemovals = (endpoint: Endpoint, ctx: Context): void => {
  for (const [name, value] of getDeprecationHeaders(endpoint)) ctx.set(name, value);
};
