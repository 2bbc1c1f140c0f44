/**
 * Writes the types of the TypeScript client from the OpenAPI document, as a part of `npm run
 * derived`. Their first line has a digest of the document: with `--digest` it is printed instead, so
 * that a test finds stale types without generating them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../lib/paths.mjs';

/**
 * Returns the OpenAPI document without its examples, which are most of it and belong to no type.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
const withoutExamples = (value) => {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const isSchemaOrContent = 'schema' in value || 'type' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isSchemaOrContent && ['example', 'examples'].includes(name)))
      .map(([name, part]) => [name, withoutExamples(part)]),
  );
};

/**
 * Returns the type of drafts by the path of their endpoint. Generators ignore the extension that
 * names them.
 *
 * @param {{ paths: Record<string, { get?: { responses: Record<string, { 'x-draft-schema'?: { $ref: string } }> } }> }} document
 */
const buildDraftTypes = ({ paths }) => {
  const lines = Object.entries(paths).flatMap(([path, { get }]) => {
    const { $ref } = get?.responses['200']?.['x-draft-schema'] ?? {};
    const name = $ref?.split('/').at(-1);
    return name === undefined
      ? []
      : [`    ${JSON.stringify(path)}: components["schemas"][${JSON.stringify(name)}];`];
  });
  return `/** Answers with a preview token, by path. */\nexport interface drafts {\n${lines.join('\n')}\n}\n`;
};

/** @type {Parameters<typeof buildDraftTypes>[0]} */
const document = JSON.parse(readFileSync(inRoot('docs/openapi.json'), 'utf8'));
const text = JSON.stringify(withoutExamples(document));
const firstLine = `// Digest of docs/openapi.json: ${createHash('sha256').update(text).digest('hex')}`;

if (process.argv.includes('--digest')) {
  console.log(firstLine);
} else {
  const source = path.join(tmpdir(), `openapi-${process.pid}.json`);
  writeFileSync(source, text);
  const program = inRoot('node_modules/openapi-typescript/bin/cli.js');
  const types = execFileSync(process.execPath, [program, source], {
    encoding: 'utf8',
    maxBuffer: 10 ** 8,
  });
  rmSync(source);
  writeFileSync(
    inRoot('clients/typescript/src/schema.ts'),
    `${firstLine}\n${types}${buildDraftTypes(document)}`,
  );
}
