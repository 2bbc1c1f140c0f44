/** Loads or updates the sample catalogue in the database of DATABASE_URL, and exits. */
import { loadCompiledService, loadCompiledTools } from '../lib/build.mjs';
import { inRoot } from '../lib/paths.mjs';
import { preparePictureCache } from '../lib/picture-cache.mjs';

const { createApplication } =
  /** @type {{ createApplication: () => import('@strapi/types').Core.Strapi }} */ (
    loadCompiledService('scripts/run/application.js')
  );
const { loadSample } = /** @type {typeof import('../sample/load.js')} */ (
  loadCompiledTools('scripts/sample/load.js')
);

const strapi = createApplication();
// Hides the start messages.
strapi.log.level = 'warn';
try {
  await strapi.load();
  try {
    await loadSample({
      strapi,
      root: inRoot('database/sample'),
      pictureCache: preparePictureCache(),
      // The parent command shows the progress, and prints these lines in between.
      log: (line) =>
        process.send ? process.send({ line }) : process.stdout.write(`    ${line}\n`),
      onProgress: (done, total) => process.send?.({ done, total }),
    });
  } finally {
    await strapi.destroy();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
