/**
 * `npm run check:api`: compares docs/openapi.json with the document of the last release, and refuses
 * changes that break its clients.
 */
import { readFileSync } from 'node:fs';
import { listBreakingChanges } from '../lib/api-changes.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @param {string} name */
const read = (name) => {
  /** @type {Parameters<typeof listBreakingChanges>[0]} */
  const document = JSON.parse(readFileSync(inRoot('docs', name), 'utf8'));
  return document;
};

const changes = listBreakingChanges(read('openapi.released.json'), read('openapi.json'));
for (const change of changes)
  console.error(`breaks clients (docs/reference/compatibility.md): ${change}`);
process.exitCode = changes.length === 0 ? 0 : 1;
