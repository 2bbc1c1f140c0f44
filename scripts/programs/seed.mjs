/** Loads or refreshes the sample catalogue in the database that DATABASE_URL names, and ends. */
import { compiledService, compiledTools } from '../lib/build.mjs';
import { inRoot } from '../lib/paths.mjs';
import { pictureCache } from '../lib/picture-cache.mjs';

const { createApplication } =
  /** @type {{ createApplication: () => import('@strapi/types').Core.Strapi }} */ (
    compiledService('scripts/run/application.js')
  );
const { loadSample } = /** @type {typeof import('../sample/load.js')} */ (
  compiledTools('scripts/sample/load.js')
);

const strapi = createApplication();
// A start has much to say that is of no interest here.
strapi.log.level = 'warn';
try {
  await strapi.load();
  try {
    await loadSample({
      strapi,
      root: inRoot('database/sample'),
      pictureCache: pictureCache(),
      // The command that shows how far it is shows these as well, between its own lines.
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
