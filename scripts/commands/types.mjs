/**
 * `npm run types`: regenerates `types/generated` from the models, after a change of a content type
 * or component.
 */
import { rmSync } from 'node:fs';
import { compileInto } from '../lib/build.mjs';
import { logFile } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  const compiled = inRoot('.tmp', `types-${process.pid}`);
  command.onEnd(() => {
    rmSync(compiled, { recursive: true, force: true });
  });
  await command.step('Reading the models', async () => {
    // Compiled to a separate folder and without type checks, because the code may already use types
    // that are not generated yet.
    await compileInto(compiled);
    const generate = inRoot('scripts/programs/generate-types.mjs');
    await command.mustRun(process.execPath, [generate, compiled, inRoot('types')], {
      log: logFile('types'),
    });
  });
  return 0;
};
