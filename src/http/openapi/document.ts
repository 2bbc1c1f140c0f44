import type { z } from '@strapi/utils';
import type { Endpoint } from '../endpoint';
import { registeredSchemas } from './schema-registry';
import { answerName, operation } from './operation';
import { componentSchemas, type JsonSchema } from './schemas';

const openapiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const unnamedAnswers = (endpoints: readonly Endpoint[]): ReadonlyMap<string, z.ZodType> =>
  new Map(
    endpoints
      .filter(({ mediaTypes }) => mediaTypes === undefined)
      .map((endpoint): [string, z.ZodType] => [answerName(endpoint), endpoint.response])
      .filter(([id]) => !registeredSchemas().has(id)),
  );

const pathsOf = (all: readonly Endpoint[]): Record<string, JsonSchema> => {
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of all) {
    const path = openapiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return paths;
};

/**
 * The OpenAPI 3.1 document of every endpoint, made from the contracts.
 *
 * @param server the address that the paths are relative to, API prefix included
 */
export const createOpenApiDocument = ({
  endpoints,
  server,
  version,
}: {
  endpoints: readonly Endpoint[];
  server: string;
  version: string;
}) => ({
  openapi: '3.1.1',
  info: {
    title: 'Education catalogue',
    version,
    description:
      'Catalogue, accounts, checkout and partner video of an online-education business. Failures are ' +
      '`{ data: null, error: { status, name, message, details } }`; programs switch on `error.details.code`.',
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  },
  servers: [{ url: server }],
  tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
  paths: pathsOf(endpoints),
  components: {
    schemas: componentSchemas(unnamedAnswers(endpoints)),
    securitySchemes: {
      student: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      apiToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API token from the admin panel, for servers.',
      },
    },
  },
});
