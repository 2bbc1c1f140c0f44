import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import answers from '../../src/api/documentation/example-answers.json';
import { createOpenApiDocument } from '../../src/http/openapi/document';
import { endpoints } from '../support/endpoints';

const root = path.resolve(__dirname, '../..');
const file = path.join(root, 'docs/openapi.json');
const command = 'UPDATE_OPENAPI=true npm test -- tests/http/openapi-snapshot';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};

it(`docs/openapi.json is the document of the contracts; written anew by: ${command}`, () => {
  const document = createOpenApiDocument({ endpoints, answers, server: '/api', version });
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (process.env.UPDATE_OPENAPI === 'true') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
