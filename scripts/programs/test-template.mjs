/**
 * Creates a template database for suites. Concurrent calls create it only once.
 *
 *   node scripts/programs/test-template.mjs empty|sample
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { loadCompiledService, loadCompiledTools } from '../lib/build.mjs';
import { generateSecrets } from '../lib/environment.mjs';
import { inRoot } from '../lib/paths.mjs';
import { preparePictureCache } from '../lib/picture-cache.mjs';
import { getPublicFolder } from '../lib/test-server.mjs';

// The suites that start the service later reuse this compile cache.
loadCompiledService('scripts/run/compile-cache.js');

const { TEST_SERVER_URL = '', TEST_TEMPLATE = '', TEST_SAMPLE = '' } = process.env;
const withSample = process.argv[2] === 'sample';
const name = withSample ? TEST_SAMPLE : TEST_TEMPLATE;
const unfinished = `${name}_unfinished`;

/** Fills the database of DATABASE_URL. */
const fill = async () => {
  const { createApplication } =
    /** @type {{ createApplication: () => import('@strapi/types').Core.Strapi }} */ (
      loadCompiledService('scripts/run/application.js')
    );
  const strapi = createApplication();
  await strapi.load();
  if (withSample) {
    const { loadSample } = /** @type {typeof import('../sample/load.js')} */ (
      loadCompiledTools('scripts/sample/load.js')
    );
    await loadSample({
      strapi,
      root: inRoot('database/sample'),
      pictureCache: preparePictureCache(),
    });
  }
  await strapi.destroy();
};

const client = new pg.Client(TEST_SERVER_URL);
await client.connect();
try {
  await client.query("SELECT pg_advisory_lock(hashtext('cms test template'))");
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    const folder = getPublicFolder(unfinished);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(path.join(folder, 'uploads'), { recursive: true });
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(
      withSample
        ? `CREATE DATABASE ${unfinished} TEMPLATE ${TEST_TEMPLATE}`
        : `CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`,
    );
    const address = new URL(TEST_SERVER_URL);
    address.pathname = `/${unfinished}`;
    Object.assign(process.env, {
      ...generateSecrets(),
      NODE_ENV: 'test',
      DATABASE_URL: address.href,
      // A high limit, because a busy machine is slow.
      DATABASE_TIMEOUT_MS: '30000',
      PUBLIC_DIR: folder,
      LOG_LEVEL: 'warn',
      STRAPI_TELEMETRY_DISABLED: 'true',
    });
    await fill();
    rmSync(getPublicFolder(name), { recursive: true, force: true });
    renameSync(folder, getPublicFolder(name));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  }
} finally {
  await client.end();
}
process.exit(0);
