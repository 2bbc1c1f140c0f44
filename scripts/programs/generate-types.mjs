/**
 * Writes TypeScript types for the content types and components of a compiled application. It needs
 * no database: Strapi is registered but not started.
 *
 *   node scripts/programs/generate-types.mjs <compiled application> <folder to write into>
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildEnvironment } from '../lib/build.mjs';
import { root } from '../lib/paths.mjs';

const require = createRequire(import.meta.url);

const [distDir = '', folder = ''] = process.argv.slice(2);

Object.assign(process.env, buildEnvironment({ NODE_ENV: 'development', LOG_LEVEL: 'warn' }));

const { createStrapi } = /** @type {typeof import('@strapi/strapi')} */ (require('@strapi/strapi'));
const { generators } = /** @type {typeof import('@strapi/typescript-utils')} */ (
  require('@strapi/typescript-utils')
);

const strapi = await createStrapi({ appDir: root, distDir: path.resolve(distDir) }).register();
await generators.generate({
  strapi,
  pwd: path.resolve(folder),
  rootDir: '.',
  logger: { silent: true, debug: false },
  artifacts: { contentTypes: true, components: true },
});
process.exit(0);
