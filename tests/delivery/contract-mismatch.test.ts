import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';

/**
 * Tests a copy of the compiled service with content types that do not fit its contracts, as after an
 * incomplete change of a schema.
 */

const root = path.resolve(__dirname, '../..');

type Schema = { attributes: Record<string, unknown> };

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  // The folder is inside the project, so that its packages are found.
  mkdirSync(path.join(root, '.tmp'), { recursive: true });
  folder = mkdtempSync(path.join(root, '.tmp/contract-mismatch-'));
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  for (const part of ['config', 'scripts', 'src']) {
    cpSync(path.join(root, 'dist', part), path.join(folder, 'dist', part), { recursive: true });
  }
  // Strapi needs a panel, which no test opens.
  mkdirSync(path.join(folder, 'dist/build'), { recursive: true });
  writeFileSync(path.join(folder, 'dist/build/index.html'), '');
  database = await createDatabase();
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const editSchema = (file: string, change: (schema: Schema) => void): void => {
  const at = path.join(folder, 'dist/src', file);
  const schema = JSON.parse(readFileSync(at, 'utf8')) as Schema;
  change(schema);
  writeFileSync(at, JSON.stringify(schema));
};

/** Starts the copy, which is expected to exit. */
const startCopy = (): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...testEnvironment(database), PORT: '0' };
    const program = path.join(folder, 'dist/scripts/serve.js');
    execFile(
      process.execPath,
      [program],
      { cwd: folder, env, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

const onDatabase = async (sql: string): Promise<unknown[]> => {
  const client = new Client(database.url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
};

it('content type without a field of an endpoint – does not start, and keeps the column', async () => {
  editSchema('api/product/content-types/product/schema.json', ({ attributes }) => {
    attributes.abbreviation = attributes.acronym;
    delete attributes.acronym;
  });
  editSchema('components/shared/seo.json', ({ attributes }) => {
    delete attributes.author;
  });

  const { code, output } = await startCopy();

  expect(code).toBe(1);
  expect(output).toContain(
    [
      'GET /products/productBySlug/:slug/:lang: field seo.author: the model Search engines has no attribute "author"',
      '  - GET /products/productBySlug/:slug/:lang: field acronym: the model Product has no attribute "acronym"',
    ].join('\n'),
  );
  expect(output).toContain('GET /home-pages/full-populate: field seo.author: ');
  expect(output).not.toContain('    at ');
  expect(
    await onDatabase(
      `SELECT column_name FROM information_schema.columns
       WHERE table_name = 'products' AND column_name IN ('acronym', 'abbreviation')`,
    ),
  ).toEqual([{ column_name: 'acronym' }]);
});

it('database without a column of an endpoint – does not start', async () => {
  await onDatabase('ALTER TABLE products DROP COLUMN acronym');

  const { code, output } = await startCopy();

  expect(code).toBe(1);
  expect(output).toMatch(
    /GET \/products\/productBySlug\/:slug\/:lang: api::product\.product cannot be read: column \S*acronym does not exist/,
  );
});
