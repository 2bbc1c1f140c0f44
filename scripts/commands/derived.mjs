/**
 * Writes every derived file again: types of the models, the digest of the models, recorded
 * answers of the sample, the OpenAPI document, and SQL of the delivery. `npm run derived`; the diff shows what changed.
 */
import { inRoot } from '../lib/paths.mjs';
import { run as writeTypes } from './types.mjs';

/** The suites that compare derived files, in the order in which one needs the files of another. */
const SUITES = [
  [
    'tests/http/examples',
    'tests/reading/statements',
    'tests/releases/models',
    'tests/features/capabilities',
  ],
  ['tests/http/contract-documents'],
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
