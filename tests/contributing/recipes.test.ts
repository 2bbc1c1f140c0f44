import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { type ServiceProcess, startProcess } from '../support/process';
import { applyDiff, readRecipes } from './recipes';

const root = path.resolve(__dirname, '../..');

/** The sources of the compiled service. */
const sources = ['config', 'src', 'scripts', 'types', 'tsconfig.json', 'package.json'];

/**
 * Writes and changes the files of the recipes.
 *
 * @returns their paths
 */
const applyRecipes = (folder: string): ReadonlySet<string> => {
  const files = new Set<string>();
  for (const { steps } of readRecipes(root)) {
    for (const { file, kind, text } of steps) {
      const at = path.join(folder, file);
      mkdirSync(path.dirname(at), { recursive: true });
      const content = kind === 'write' ? text : applyDiff(file, readFileSync(at, 'utf8'), text);
      writeFileSync(at, content);
      files.add(file);
    }
  }
  return files;
};

/** The part of a response that these tests check. */
type Answer = {
  data: Record<string, unknown>;
  components: { schemas: Record<string, { properties: object } | undefined> };
  paths: object;
};

const runSql = async (database: TestDatabase, sql: string): Promise<void> => {
  const client = new Client(database.url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

describe('the recipes of docs/how-to/extend-the-service.md, followed in a copy of the project', () => {
  let folder: string;
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'recipes-'));
    for (const part of sources) {
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const part of ['config', 'src', 'scripts']) {
      const compiled = path.join('dist', part);
      cpSync(path.join(root, compiled), path.join(folder, compiled), { recursive: true });
    }
    const files = applyRecipes(folder);
    execFileSync(process.execPath, [path.join(__dirname, 'compile.mjs'), folder, ...files], {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    mkdirSync(path.join(folder, 'dist/build'), { recursive: true });
    writeFileSync(path.join(folder, 'dist/build/index.html'), '');
    database = await createDatabase({ seed: true });
    service = await startProcess({
      database,
      cwd: folder,
      program: path.join(folder, 'dist/scripts/serve.js'),
      env: { GREETING: 'Good evening' },
    });
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (address: string): Promise<Answer> =>
    (await service.request.get(address).expect(200)).body as Answer;

  it('are the four recipes of the guide', () => {
    expect(readRecipes(root).map(({ title }) => title)).toEqual([
      'Add a field to an endpoint',
      'Add an endpoint',
      'Add a content type',
      'Add a feature',
    ]);
  });

  it('add the field to the OpenAPI document and to the response', async () => {
    const { components } = await get('/api/openapi.json');
    expect(components.schemas.Protagonist?.properties).toHaveProperty('motto');
    await runSql(database, `UPDATE protagonists SET motto = 'Festina lente'`);
    const { data } = await get('/api/protagonist/hugh-whitmore/es');
    expect(data).toMatchObject({ motto: 'Festina lente' });
  });

  it('return the fields of the contract from the new endpoint', async () => {
    const { data } = await get('/api/categories/in/es');
    const categories = Object.values(data) as object[];
    expect(categories.length).toBeGreaterThan(0);
    for (const category of categories) {
      expect(Object.keys(category)).toEqual(['id', 'documentId', 'name']);
    }
    await service.request.get('/api/categories/in/nowhere-at-all').expect(404);
  });

  it('require an API token for the content type', async () => {
    await runSql(database, 'SELECT author, quote FROM testimonials');
    await service.request.get('/api/testimonials').expect(403);
  });

  it('return the greeting of the setting', async () => {
    expect(await get('/api/greeting')).toEqual({ greeting: 'Good evening' });
    expect((await get('/api/openapi.json')).paths).toHaveProperty('/greeting');
  });
});
