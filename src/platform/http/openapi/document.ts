import type { z } from '@strapi/utils';
import type { Endpoint } from '../endpoint';
import { buildComponentSchemas, type DraftSchemas, createNamedDrafts } from './schemas';
import { getRegisteredSchemas, type JsonSchema } from './schema-registry';
import { buildSharedErrors, type SharedErrors } from './error-responses';
import { answerName, buildOperation } from './operation';
import { buildWebhooks, type ExampleAnswers, type WebhookMessage } from './webhooks';
import { buildSharedHeaderComponents } from './shared-headers';

/** Descriptions of the endpoint groups, by name. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Accounts: 'Registration, logins and their renewal, passwords, the profile, users for servers.',
  Catalogue: 'Books, courses and masters, and the protagonists who teach them.',
  'Channels and series': 'Channels, their series and episodes, live sessions.',
  Checkout: 'Prices, checkout sessions, orders, and the access of their buyers.',
  Finding: 'Search, references between entries, business lines, languages, redirects, sitemaps.',
  Media: 'Data of pictures, and pictures in other sizes.',
  Pages: 'The pages of a business line in a language, with everything that they show.',
  Previews: 'Changes of drafts, for previews before publication.',
  Webhooks: 'Messages that the service posts to addresses from the admin panel.',
  'Partner video': 'The catalogue of the video partner, and access to one of its videos.',
};

const toOpenapiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Returns the registered schemas, and those of responses. */
const collectSchemas = (endpoints: readonly Endpoint[]): ReadonlyMap<string, z.ZodType> =>
  new Map([
    ...getRegisteredSchemas(),
    ...endpoints
      .filter(({ mediaTypes }) => mediaTypes === undefined)
      .map((endpoint): [string, z.ZodType] => [answerName(endpoint), endpoint.response]),
  ]);

const buildPaths = (
  all: readonly Endpoint[],
  { answers, errors }: { answers: ExampleAnswers; errors: SharedErrors },
): Record<string, JsonSchema> => {
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of all) {
    const path = toOpenapiPath(endpoint.path);
    const method = endpoint.method.toLowerCase();
    const answer = answers[endpoint.operationId];
    paths[path] = { ...paths[path], [method]: buildOperation(endpoint, { errors, answer }) };
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
  const errors = buildSharedErrors(endpoints);
  const schemas = collectSchemas(endpoints);
  const drafts = createNamedDrafts(endpoints, schemas, draftSchemas);
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
    paths: buildPaths(endpoints, { answers, errors }),
    webhooks: buildWebhooks(messages, answers),
    components: {
      schemas: { ...buildComponentSchemas(schemas, drafts), ...errors.schemas },
      parameters: buildSharedHeaderComponents(),
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
