/**
 * Builds the guide if the documents have changed, for `npm run check:docs`. VitePress refuses links
 * to missing pages and Markdown that it cannot compile.
 */
import { ensureGuideBuild } from '../lib/build.mjs';
import { Command } from '../lib/command.mjs';

await Command.main(async (command) => {
  await ensureGuideBuild(command);
  return 0;
});
