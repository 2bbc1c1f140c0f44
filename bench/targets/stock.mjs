import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { dist, computeFingerprint } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { storedAs } from './stored-as.mjs';

const place = inRoot('.tmp/bench/stock');

/** @param {string} file @param {string} content */
const write = (file, content) => {
  mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
  writeFileSync(path.join(place, file), content);
};

const MIDDLEWARES = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

/** Uses the pool and the one setting of this project, so that neither affects a figure. */
const DATABASE = `module.exports = ({ env }) => ({
  connection: {
    client: 'postgres',
    connection: { connectionString: env('DATABASE_URL'), options: '-c jit=off' },
    pool: { min: 0, max: 10 },
  },
  settings: { forceMigration: false },
});
`;

const SERVER = `module.exports = ({ env }) => ({
  host: env('HOST'),
  port: env.int('PORT'),
  app: { keys: env.array('APP_KEYS') },
  dirs: { public: env('PUBLIC_DIR') },
  logger: { config: { level: 'error' }, updates: { enabled: false }, startup: { enabled: false } },
});
`;

/** Adds a route for the bare Document Service, which a custom controller would call. */
const DOCUMENT_ROUTE = `module.exports = {
  register({ strapi }) {
    strapi.server.routes([
      {
        method: 'GET',
        path: '/document/:uid',
        config: { auth: false },
        handler: async (ctx) => {
          ctx.body = await strapi.documents(ctx.params.uid).findFirst(JSON.parse(ctx.query.wanted));
        },
      },
    ]);
  },
};
`;

/** Replaces this project's custom fields by plain fields in every content type and component. */
const plainFields = () => {
  for (const file of readdirSync(path.join(place, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    /** @type {{ attributes?: Record<string, { type?: string, customField?: string }> }} */
    const schema = JSON.parse(readFileSync(path.join(place, 'src', file), 'utf8'));
    for (const attribute of Object.values(schema.attributes ?? {})) {
      if (attribute.type !== 'customField') continue;
      const type = storedAs.get(attribute.customField ?? '');
      if (type === undefined) throw new Error(`Nobody knows what ${attribute.customField} stores.`);
      Object.assign(attribute, { type, customField: undefined });
    }
    write(path.join('src', file), JSON.stringify(schema));
  }
};

/** @param {string} part @param {string} uid */
const core = (part, uid) =>
  `module.exports = require('@strapi/strapi').factories.createCore${part}('${uid}');\n`;

/**
 * Creates a Strapi with this project's content types and nothing else of it, as generated in the
 * content-type builder.
 *
 * @returns the folder of its compiled application
 */
export const makeStock = () => {
  const edition = computeFingerprint(['bench/targets/stock.mjs', 'src', 'config']);
  const stamp = path.join(place, 'edition');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === edition) return place;
  rmSync(place, { recursive: true, force: true });
  for (const part of ['components', 'extensions/users-permissions']) {
    cpSync(path.join(dist, 'src', part), path.join(place, 'src', part), { recursive: true });
  }
  write('config/database.js', DATABASE);
  write('config/server.js', SERVER);
  write('src/index.js', DOCUMENT_ROUTE);
  write(
    'config/admin.js',
    `module.exports = ({ env }) => ({
      auth: { secret: env('ADMIN_JWT_SECRET') },
      apiToken: { salt: env('API_TOKEN_SALT') },
      transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
      secrets: { encryptionKey: env('ENCRYPTION_KEY') },
    });\n`,
  );
  // The generated API limits lists to a hundred entries; the benchmarks request ten thousand.
  write('config/api.js', 'module.exports = { rest: { maxLimit: 100000, withCount: true } };\n');
  write('config/middlewares.js', `module.exports = ${JSON.stringify(MIDDLEWARES)};\n`);
  write(
    'config/plugins.js',
    `module.exports = ({ env }) => ({
      'users-permissions': { config: { jwtSecret: env('JWT_SECRET') } },
      upload: { config: { provider: 'local' } },
    });\n`,
  );
  for (const api of readdirSync(path.join(dist, 'src/api'))) {
    const from = path.join(dist, 'src/api', api, 'content-types');
    if (!existsSync(from)) continue;
    cpSync(from, path.join(place, 'src/api', api, 'content-types'), { recursive: true });
    for (const [folder, part] of [
      ['routes', 'Router'],
      ['controllers', 'Controller'],
      ['services', 'Service'],
    ]) {
      write(`src/api/${api}/${folder}/${api}.js`, core(String(part), `api::${api}.${api}`));
    }
  }
  plainFields();
  write('edition', edition);
  return place;
};
