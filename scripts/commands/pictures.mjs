/** `npm run pictures`: draws the sample catalogue's pictures again after a change of its data. */
import { ensureToolsBuild, toolsBuild } from '../lib/build.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @param {import('../lib/command.mjs').Command} command @param {string[]} args parts of file names */
export const run = async (command, args) => {
  await ensureToolsBuild(command);
  return command.run(process.execPath, [
    `${toolsBuild}/tools/sample-pictures/draw.js`,
    inRoot('database/sample'),
    ...args,
  ]);
};
