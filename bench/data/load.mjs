/**
 * Fills the empty database of DATABASE_URL with a generated catalogue, and with its students and
 * orders on request.
 *
 *   node bench/data/load.mjs 1000
 *   node bench/data/load.mjs 50000 people
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { dist } from '../../scripts/lib/build.mjs';
import { withSql } from '../lib/sql.mjs';
import { ADMIN, API_TOKEN } from '../targets/environment.mjs';
import { filesFor, productAt, surroundings } from './catalogue.mjs';
import { homePageOf } from './home-page.mjs';
import { addPeople } from './people.mjs';
import { documentIdOf } from './random.mjs';
import { createRows } from './rows.mjs';

/** @typedef {import('@strapi/types').Core.Strapi} Strapi */
/** @typedef {Record<string, unknown>} Row */

const BATCH = 500;
const size = Number(process.argv[2]);
const hasPeople = process.argv[3] === 'people';
const require = createRequire(import.meta.url);
const { createApplication } = /** @type {{ createApplication: () => Strapi }} */ (
  require(path.join(dist, 'scripts/run/application.js'))
);

/** @param {number} index */
const fileAt = (index) => {
  const hash = `picture_${documentIdOf(`file ${index}`).slice(0, 10)}`;
  const shared = { ext: '.webp', mime: 'image/webp', name: `picture-${index}.webp`, hash };
  return {
    ...shared,
    document_id: documentIdOf(`file ${index}`),
    alternative_text: `Picture ${index}`,
    width: 1600,
    height: 900,
    size: 120.5,
    url: `/uploads/${hash}.webp`,
    provider: 'local',
    folder_path: '/',
    formats: {
      thumbnail: {
        ...shared,
        name: `thumbnail_picture-${index}.webp`,
        hash: `thumbnail_${hash}`,
        url: `/uploads/thumbnail_${hash}.webp`,
        path: null,
        size: 5.2,
        width: 245,
        height: 138,
        sizeInBytes: 5200,
      },
    },
    created_at: '2026-01-15 08:00:00.000',
    updated_at: '2026-01-15 08:00:00.000',
  };
};

/** @param {{ strapi: Strapi }} context */
const ensureLanguages = async ({ strapi }) => {
  /**
   * @type {{ findByCode: (code: string) => Promise<unknown>, create: (locale: object) => Promise<unknown>,
   *   setDefaultLocale: (locale: object) => Promise<unknown> }}
   */
  const service = strapi.plugin('i18n').service('locales');
  for (const [code, name] of [
    ['es', 'Spanish (es)'],
    ['en', 'English (en)'],
  ]) {
    if (!(await service.findByCode(String(code)))) await service.create({ code, name });
  }
  await service.setDefaultLocale({ code: 'es' });
};

/** Adds a token for figures about writes. @param {{ strapi: Strapi }} context */
const addToken = async ({ strapi }) => {
  const tokens = /** @type {{ hash: (token: string) => string }} */ (
    /** @type {unknown} */ (strapi.service('admin::api-token'))
  );
  await strapi.db.query('admin::api-token').create({
    data: {
      name: 'bench',
      kind: 'content-api',
      type: 'full-access',
      accessKey: tokens.hash(API_TOKEN),
    },
  });
};

/** Adds an administrator for figures about the panel. @param {{ strapi: Strapi }} context */
const addAdmin = async ({ strapi }) => {
  const users = /** @type {{ create: (user: object) => Promise<unknown> }} */ (
    /** @type {unknown} */ (strapi.service('admin::user'))
  );
  const role = await strapi.db
    .query('admin::role')
    .findOne({ where: { code: 'strapi-super-admin' }, select: ['id'] });
  await users.create({
    ...ADMIN,
    firstname: 'Bench',
    isActive: true,
    roles: [/** @type {{ id: number }} */ (role).id],
  });
};

/** @param {{ strapi: Strapi }} context */
const fill = async ({ strapi }) => {
  /** @type {{ raw: (sql: string, values?: unknown[]) => Promise<unknown> }} */
  const database = /** @type {never} */ (strapi.db.connection);
  const rows = createRows({
    strapi,
    async insert(table, list) {
      const columns = [...new Set(list.flatMap((row) => Object.keys(row)))]
        .map((name) => `"${name}"`)
        .join(', ');
      await database.raw(
        `INSERT INTO "${table}" (${columns}) ` +
          `SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", ?)`,
        [JSON.stringify(list)],
      );
    },
  });
  for (let index = 1; index <= filesFor(size); index += 1) rows.addRow('files', fileAt(index));
  await rows.flush();
  const around = surroundings();
  for (const entries of Object.values(around)) for (const entry of entries) rows.add(entry);
  await rows.flush();
  for (let index = 0; index < size; index += 1) {
    rows.add(productAt(index, size, around));
    if (index % BATCH === BATCH - 1 || index === size - 1) await rows.flush();
  }
  for (const [table, id] of rows.lastIds()) {
    await database.raw(`SELECT setval(pg_get_serial_sequence(?, 'id'), ?)`, [`"${table}"`, id]);
  }
  return around;
};

const strapi = createApplication();
await strapi.load();
await ensureLanguages({ strapi });
const around = await fill({ strapi });
await strapi.db.connection.raw('ANALYZE');
for (const [uid, call] of homePageOf(around, size)) {
  await strapi
    .documents(/** @type {import('@strapi/types').UID.ContentType} */ (uid))
    .create(/** @type {never} */ (call));
}
await addToken({ strapi });
await addAdmin({ strapi });
if (hasPeople) {
  await withSql(String(process.env.DATABASE_URL), (client) =>
    addPeople((sql, values) => client.query(sql, values), size),
  );
}
await strapi.db.connection.raw('VACUUM ANALYZE');
await strapi.destroy();
process.exit(0);
