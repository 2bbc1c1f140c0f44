import { readFileSync } from 'node:fs';
import path from 'node:path';
import answers from '../../src/api/documentation/example-answers.json';
import { addressErrors, bodyErrors, writeErrors } from '../../src/platform/http/answers/errors';
import { commonErrors } from '../../src/platform/http/common-errors';
import type { ApiError } from '../../src/platform/http/errors';
import { multipartErrors } from '../../src/platform/http/multipart/errors';
import { createOpenApiDocument } from '../../src/platform/http/openapi/document';
import { expectDerived, HOW_TO_DERIVE } from '../support/derived';
import { endpoints } from '../support/endpoints';

const root = path.resolve(__dirname, '../..');

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};

it(`docs/openapi.json – is the document of the contracts (${HOW_TO_DERIVE})`, () => {
  const document = createOpenApiDocument({ endpoints, answers, server: '/api', version });
  expectDerived(path.join(root, 'docs/openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
});

/** Every error of a contract, and those that are returned before an endpoint runs. */
const errors: readonly ApiError[] = [
  ...endpoints.flatMap((endpoint) => endpoint.errors ?? []),
  ...[commonErrors, bodyErrors, addressErrors, writeErrors, multipartErrors].flatMap((table) =>
    Object.values(table),
  ),
];

it('docs/frontends.md – lists exactly the errors that a frontend can meet, with their status', () => {
  const text = readFileSync(path.join(root, 'docs/frontends.md'), 'utf8');
  const listed = Array.from(text.matchAll(/^\| (\d{3}) +\| `([A-Z_]+)` /gm), ([, ...row]) =>
    row.join(' '),
  );
  const expected = new Set(errors.map(({ status, code }) => `${status} ${code}`));
  expect(listed.sort()).toEqual([...expected].sort());
});

it('error of a service that is unavailable – says when to retry', () => {
  const unavailable = errors.filter(({ status }) => status === 503);
  expect(unavailable.length).toBeGreaterThan(3);
  expect(unavailable.filter(({ retryAfter = 0 }) => retryAfter <= 0)).toEqual([]);
});
