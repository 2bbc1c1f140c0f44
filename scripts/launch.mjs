/**
 * Runs one of the project's commands: `node scripts/launch.mjs demo` is `npm run demo`.
 *
 * This file and its imports run in any clone, before packages are installed and on Node.js 20. They
 * ensure a recent Node.js and the packages; the commands may then use both.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Command, Refusal } from './lib/command.mjs';
import { endWithParent, isNewEnough, ensurePinnedNode, runInstead } from './lib/node.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { inRoot } from './lib/paths.mjs';

/**
 * Exports of a command's file.
 *
 * @typedef {object} CommandFile
 * @property {(command: Command, args: string[]) => Promise<number | undefined>} run returns the
 * exit code
 * @property {number} [interruptedCode] exit code after Ctrl-C; 0 if that is the normal way to stop
 * it
 */

const [name = '', ...args] = process.argv.slice(2);

/** @param {Command} command */
const run = async (command) => {
  const file = inRoot('scripts/commands', `${name}.mjs`);
  if (!existsSync(file)) throw new Refusal(`There is no command "${name}".`);
  await ensurePackages(command);
  const program = /** @type {CommandFile} */ (await import(pathToFileURL(file).href));
  command.interruptedCode = program.interruptedCode ?? command.interruptedCode;
  return program.run(command, args);
};

if (isNewEnough(process.versions.node)) {
  endWithParent();
  await Command.main(run);
} else {
  runInstead(ensurePinnedNode(), process.argv.slice(1));
}
