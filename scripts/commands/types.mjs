/**
 * Writes `types/generated` anew from the models, after a change of a content type or component.
 * `npm run types`.
 */
import { rmSync } from 'node:fs';
import { logFile } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  const compiled = inRoot('.tmp', `types-${process.pid}`);
  command.onEnd(() => {
    rmSync(compiled, { recursive: true, force: true });
  });
  await command.step('Reading the models', async () => {
    // Beside the build, and whatever is wrong: the code may already speak of what the types do not know yet.
    const tsc = inRoot('node_modules/typescript/bin/tsc');
    await command.run(process.execPath, [tsc, '--outDir', compiled, '--noEmitOnError', 'false'], {
      log: logFile('types'),
    });
    const generate = inRoot('scripts/programs/generate-types.mjs');
    await command.mustRun(process.execPath, [generate, compiled, inRoot('types')], {
      log: logFile('types'),
    });
  });
  return 0;
};
