import type { z } from '@strapi/utils';
import type { Endpoint } from '../endpoint';
import { namedDrafts, type DraftSchemas } from './drafts';
import { registeredSchemas } from './schema-registry';
import { sharedErrors, type SharedErrors } from './error-responses';
import { answerName, operation } from './operation';
import { webhooksOf, type ExampleAnswers, type WebhookMessage } from './webhooks';
import { tagDescriptions } from './tags';
import type { JsonSchema } from './json-schema';
import { componentSchemas } from './schemas';
import { sharedHeaderComponents } from './shared-headers';

const openapiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Returns the registered schemas, and those of responses. */
const namedSchemas = (endpoints: readonly Endpoint[]): ReadonlyMap<string, z.ZodType> =>
  new Map([
    ...registeredSchemas(),
    ...endpoints
      .filter(({ mediaTypes }) => mediaTypes === undefined)
      .map((endpoint): [string, z.ZodType] => [answerName(endpoint), endpoint.response]),
  ]);

const pathsOf = (
  all: readonly Endpoint[],
  { answers, errors }: { answers: ExampleAnswers; errors: SharedErrors },
): Record<string, JsonSchema> => {
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of all) {
    const path = openapiPath(endpoint.path);
    const method = endpoint.method.toLowerCase();
    const answer = answers[endpoint.operationId];
    paths[path] = { ...paths[path], [method]: operation(endpoint, { errors, answer }) };
  }
  return paths;
};

/**
 * Returns the OpenAPI 3.1 document of all endpoints, derived from the contracts.
 *
 * @param server the address that the paths are relative to, API prefix included
 */
export const createOpenApiDocument = ({
  endpoints,
  messages,
  answers,
  draftSchemas,
  server,
  version,
}: {
  endpoints: readonly Endpoint[];
  messages: readonly WebhookMessage[];
  answers: ExampleAnswers;
  draftSchemas: DraftSchemas;
  server: string;
  version: string;
}) => {
  const errors = sharedErrors(endpoints);
  const named = namedSchemas(endpoints);
  const drafts = namedDrafts(endpoints, named, draftSchemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Education catalogue',
      version,
      description:
        'Catalogue, accounts, checkout and partner video of an online-education business. Failures are ' +
        '`{ data: null, error: { status, name, message, details, requestId } }`; programs switch on `error.details.code`. A ' +
        '404 of a former slug has the current one in `details.movedTo`.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server }],
    externalDocs: { description: 'Guides and reference', url: '/docs/guide/' },
    tags: [...new Set([...endpoints, ...messages].map(({ tag }) => tag))].map((name) => ({
      name,
      ...(name in tagDescriptions && { description: tagDescriptions[name] }),
    })),
    paths: pathsOf(endpoints, { answers, errors }),
    webhooks: webhooksOf(messages, answers),
    components: {
      schemas: { ...componentSchemas(named, drafts), ...errors.schemas },
      parameters: sharedHeaderComponents(),
      responses: errors.responses,
      securitySchemes: {
        student: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token from the admin panel, for servers.',
        },
      },
    },
  };
};
