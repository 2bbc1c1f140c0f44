import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { signInFirst } from '../support/admin';
import { pictureFile } from '../support/content';
import type { TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { startProcess } from '../support/process';

const root = path.resolve(__dirname, '../..');

const run = promisify(execFile);

/** `nobody`, on Linux: who is root here takes an ordinary user's rights for the service. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

const folders = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name)),
];

const megabytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size)
    .reduce((sum, size) => sum + size, 0) / 1_000_000;

/** Runs `ops/release.sh assemble` with packages that are installed already in the place of npm's. */
const assemble = async (target: string): Promise<unknown> => {
  const programs = mkdtempSync(path.join(tmpdir(), 'education-cms-npm-'));
  const npm = `#!/bin/sh\nexec '${process.execPath}' '${path.join(__dirname, 'npm.mjs')}' "$@"\n`;
  writeFileSync(path.join(programs, 'npm'), npm, { mode: 0o755 });
  try {
    return await run(path.join(root, 'ops/release.sh'), ['assemble', target], {
      env: { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}` },
      maxBuffer: 10 ** 8,
    });
  } finally {
    rmSync(programs, { recursive: true });
  }
};

describe('What is assembled for production, in an empty folder', () => {
  let target: string;

  beforeAll(async () => {
    target = mkdtempSync(path.join(tmpdir(), 'education-cms-'));
    // The first two steps are what this run of the tests began with.
    await assemble(target);
    chmodSync(target, 0o755);
  });

  afterAll(() => {
    for (const folder of folders(target)) chmodSync(folder, 0o755);
    rmSync(target, { recursive: true, force: true });
  });

  /** A workbook, written beside the service. */
  const exportProducts = async (database: TestDatabase, email: string): Promise<string> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'education-cms-sheets-'));
    const file = path.join(folder, 'products.xlsx');
    const program = path.join(target, 'dist/scripts/spreadsheets.js');
    try {
      await run(
        process.execPath,
        [program, 'export', '--type', 'product', '--as', email, '--out', file],
        { cwd: target, env: { ...process.env, ...testEnvironment(database) } },
      );
      return readFileSync(file, 'latin1');
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('holds the service and its packages, and nothing that builds, tests or imitates', () => {
    expect(readdirSync(target).sort()).toEqual([
      'database',
      'dist',
      'favicon.png',
      'node_modules',
      'package-lock.json',
      'package.json',
      'public',
    ]);
    const packages = readdirSync(path.join(target, 'node_modules'));
    expect(packages).not.toContain('jest');
    expect(packages).not.toContain('eslint');
  });

  it('holds the packages that the service loads, not those that the panel is built with and of', () => {
    const packages = readdirSync(path.join(target, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['@strapi', 'koa', 'knex', 'pg', 'sharp']));
    for (const name of ['vite', 'webpack', 'esbuild', 'react-router-dom', 'codemirror']) {
      expect(packages).not.toContain(name);
    }
    // Less than a third of the 615 MB that are installed; 146 when it was written.
    expect(megabytesOf(path.join(target, 'node_modules'))).toBeLessThan(200);
  });

  it('runs where it may write nothing but uploads, as somebody who is not root', async () => {
    for (const folder of folders(target)) chmodSync(folder, 0o555);
    const uploads = path.join(target, 'public/uploads');
    chmodSync(uploads, 0o755);
    if (isRoot) chownSync(uploads, NOBODY, NOBODY);
    const service = await startProcess({
      cwd: target,
      program: path.join(target, 'dist/scripts/serve.js'),
      env: {
        NODE_ENV: 'production',
        PUBLIC_DIR: path.join(target, 'public'),
        SMTP_HOST: '127.0.0.1',
        EMAIL_FROM: 'no-reply@example.com',
        NODE_COMPILE_CACHE: undefined,
        HOME: undefined,
      },
      ...(isRoot && { user: NOBODY }),
    });
    try {
      expect((await service.request.get('/api/products/allProducts')).status).toBe(200);
      expect((await service.request.get('/admin')).text).toContain('<div id="strapi">');
      const admin = await signInFirst(service);
      const { id } = await admin.upload(pictureFile);
      const { body: picture } = await admin.get(`/upload/files/${id}`);
      expect(picture).toMatchObject({ formats: { thumbnail: { mime: 'image/webp' } } });
      expect(await exportProducts(service.database, admin.email)).toMatch(/^PK/);
      expect(service.output()).not.toMatch(/EACCES|EROFS|EPERM/);
      if (isRoot) expect(statSync(`/proc/${service.pid}`).uid).toBe(NOBODY);
    } finally {
      await service.stop();
    }
  });

  it('is put into no folder that holds something already', async () => {
    await expect(assemble(target)).rejects.toThrow(/is not empty/);
  });
});
