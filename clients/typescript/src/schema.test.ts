import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOW_TO_DERIVE, isDeriving } from '../../../tests/support/derived.ts';

const root = path.resolve(__dirname, '../../..');

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it(`schema.ts – has the types of docs/openapi.json (${HOW_TO_DERIVE})`, () => {
  const run = (...args: string[]) =>
    execFileSync(
      process.execPath,
      [path.join(root, 'scripts/programs/write-client-types.mjs'), ...args],
      { encoding: 'utf8' },
    );
  if (isDeriving) run();
  const [line] = read('clients/typescript/src/schema.ts').split('\n');
  expect(line).toBe(run('--digest').trim());
});

it('package.json – has the version of the service and no dependencies', () => {
  const client = JSON.parse(read('clients/typescript/package.json')) as Record<string, unknown>;
  const service = JSON.parse(read('package.json')) as Record<string, unknown>;
  expect(client.version).toBe(service.version);
  expect(Object.keys(client).filter((name) => /dependencies/i.test(name))).toEqual([]);
});
