import { readFileSync } from 'node:fs';
import path from 'node:path';
import { features } from '#index';
import answers from '#api/documentation/example-answers.json';
import { addressErrors, bodyErrors, commonErrors, writeErrors } from '#platform/http/common-errors';
import type { ApiError } from '#platform/http/errors';
import { listEndpointErrors } from '#platform/http/openapi/error-responses';
import { multipartErrors } from '#platform/http/multipart/errors';
import { createDraftSchemas } from '#api/documentation/draft-schemas';
import { createOpenApiDocument } from '#platform/http/openapi/document';
import { listSharedHeaderErrors } from '#platform/http/openapi/shared-headers';
import type { ExampleAnswers } from '#platform/http/openapi/webhooks';
import { expectDerived, HOW_TO_DERIVE } from '../support/derived';
import { endpoints, messages } from '../support/endpoints';
import { errorCodesPage, rulesPage } from './reference-pages';

const root = path.resolve(__dirname, '../..');

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};

const createDocument = (examples: ExampleAnswers) =>
  createOpenApiDocument({
    endpoints,
    messages,
    answers: examples,
    draftSchemas: createDraftSchemas,
    server: '/api',
    version,
  });

it(`docs/openapi.json – equals the document of the contracts (${HOW_TO_DERIVE})`, () => {
  const document = createDocument(answers);
  expectDerived(path.join(root, 'docs/openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
});

type Schema = Record<string, unknown>;

/** Returns the fields without a description in a part of the document. */
const findUndescribedFields = (part: unknown, index: string): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return [];
    const here =
      key === 'properties'
        ? Object.entries(value as Record<string, Schema>).flatMap(([field, { description }]) =>
            description === undefined ? [`${index}.${field}`] : [],
          )
        : key === 'parameters'
          ? Object.values(value as Record<string, Schema>).flatMap(({ $ref, name, description }) =>
              $ref === undefined && description === undefined ? [`${index}.${String(name)}`] : [],
            )
          : [];
    return [
      ...here,
      ...findUndescribedFields(value, key === 'properties' ? index : `${index}/${key}`),
    ];
  });
};

it('docs/openapi.json – every field – has a description', () => {
  const { paths, webhooks, components } = createDocument({});
  expect(findUndescribedFields({ paths, webhooks, components }, '')).toEqual([]);
});

it('docs/openapi.json – errors – have one schema for each code', () => {
  const { components } = createDocument({});
  const names = Object.keys(components.schemas).filter((name) => name.endsWith('Error'));
  const schemaCodes = names.map(
    (name) =>
      /"code":\{"type":"string","const":"(\w+)"/.exec(
        JSON.stringify(components.schemas[name]),
      )?.[1],
  );
  const contractCodes = new Set(endpoints.flatMap(listEndpointErrors).map(({ code }) => code));
  expect(schemaCodes.sort()).toEqual([...contractCodes].sort());
});

it('docs/openapi.json – every endpoint – accepts a visitor token, and refuses an invalid one', () => {
  const { paths } = createDocument({});
  const header = '"#/components/parameters/X-Visitor-Token"';
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.filter((operation) => !JSON.stringify(operation).includes(header))).toEqual([]);
  const refusals = endpoints.map((endpoint) =>
    listEndpointErrors(endpoint).map(({ code }) => code),
  );
  expect(refusals.filter((schemaCodes) => !schemaCodes.includes('INVALID_VISITOR_TOKEN'))).toEqual(
    [],
  );
});

/** Every error of a contract, and the errors that are returned before an endpoint runs. */
const errors: readonly ApiError[] = [
  ...endpoints.flatMap((endpoint) => endpoint.errors ?? []),
  ...listSharedHeaderErrors(),
  ...[commonErrors, bodyErrors, addressErrors, writeErrors, multipartErrors].flatMap((table) =>
    Object.values(table),
  ),
];

const reference = path.join(root, 'docs/reference');

it(`docs/reference/error-codes.md – lists the errors of all endpoints (${HOW_TO_DERIVE})`, () => {
  expectDerived(path.join(reference, 'error-codes.md'), errorCodesPage(errors));
});

it(`docs/reference/rules.md – lists the publishing rules (${HOW_TO_DERIVE})`, () => {
  const publishingRules = features.flatMap((feature) => feature.publishingRules ?? []);
  expectDerived(path.join(reference, 'rules.md'), rulesPage(publishingRules));
});

it('errors with status 503 – have a Retry-After', () => {
  const unavailable = errors.filter(({ status }) => status === 503);
  expect(unavailable.length).toBeGreaterThan(3);
  expect(unavailable.filter(({ retryAfter = 0 }) => retryAfter <= 0)).toEqual([]);
});
