/**
 * `npm run derived`: regenerates every derived file. These are the types and the digest of the
 * models, recorded responses of the sample, the OpenAPI document, and the delivery's SQL. The diff
 * then shows what changed.
 */
import { inRoot } from '../lib/paths.mjs';
import { run as writeTypes } from './types.mjs';

/** Suites that compare derived files. Later groups need the files of earlier ones. */
const SUITES = [
  [
    'tests/http/examples',
    'tests/delivery/statements',
    'tests/releases/models',
    'tests/features/capabilities',
  ],
  ['tests/http/contract-documents'],
  ['clients/typescript'],
];

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  await writeTypes(command);
  for (const suites of SUITES) {
    const code = await command.run(
      process.execPath,
      [inRoot('scripts/launch.mjs'), 'test', ...suites],
      { env: { ...process.env, UPDATE_DERIVED: 'true' } },
    );
    if (code !== 0) return code;
  }
  return 0;
};
