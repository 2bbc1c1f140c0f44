import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { signInFirst } from '../support/admin';
import { pictureFile } from '../support/content';
import type { TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { startProcess } from '../support/process';

const root = path.resolve(__dirname, '../..');

const run = promisify(execFile);

/** The user `nobody` on Linux. If the tests run as root, the service runs as this user. */
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

/** The sources of a release, without its packages and the panel. */
const sources = [
  ...['clients', 'config', 'docs', 'src', 'scripts', 'types', 'ops', 'patches', 'public'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'favicon.png'],
];

/** Creates an `npm` that links packages which are already installed. */
const makeNpm = (): string => {
  const programs = mkdtempSync(path.join(tmpdir(), 'education-cms-npm-'));
  const npm = `#!/bin/sh\nexec '${process.execPath}' '${path.join(__dirname, 'npm.mjs')}' "$@"\n`;
  writeFileSync(path.join(programs, 'npm'), npm, { mode: 0o755 });
  return programs;
};

describe('ops/release.sh assemble', () => {
  /** A copy of the project, with the service compiled for production. Other suites run the development build. */
  let copy: string;
  let target: string;

  const programs = makeNpm();

  const release = (...step: string[]) =>
    run(path.join(copy, 'ops/release.sh'), step, {
      env: {
        ...process.env,
        ...(step[0] === 'assemble' && {
          PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}`,
        }),
      },
      maxBuffer: 10 ** 8,
    });

  beforeAll(async () => {
    // Inside the project, so that its packages are found.
    mkdirSync(path.join(root, '.tmp'), { recursive: true });
    copy = mkdtempSync(path.join(root, '.tmp/production-'));
    target = mkdtempSync(path.join(tmpdir(), 'education-cms-'));
    for (const part of sources) {
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    // Uses the panel of this test run.
    cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true });
    writeFileSync(path.join(copy, 'dist/config.stamp'), '{}');
    await expect(release('assemble', target)).rejects.toThrow(/compiled for development/);
    await release('build');
    await release('assemble', target);
    chmodSync(target, 0o755);
  });

  afterAll(() => {
    for (const folder of folders(target)) chmodSync(folder, 0o755);
    rmSync(target, { recursive: true, force: true });
    rmSync(copy, { recursive: true, force: true });
  });

  /** Exports a workbook to a folder outside the service. Returns its content. */
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

  it('folder – contains the service and its packages, and no tools of development', () => {
    expect(readdirSync(target).sort()).toEqual([
      'database',
      'dist',
      'favicon.png',
      'node_modules',
      'package-lock.json',
      'package.json',
      'patches',
      'public',
    ]);
    const packages = readdirSync(path.join(target, 'node_modules'));
    expect(packages).not.toContain('jest');
    expect(packages).not.toContain('eslint');
  });

  it('node_modules – contains packages of the service, and no packages of the panel', () => {
    const packages = readdirSync(path.join(target, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['@strapi', 'koa', 'knex', 'pg', 'sharp']));
    for (const name of ['vite', 'webpack', 'esbuild', 'react-router-dom', 'codemirror']) {
      expect(packages).not.toContain(name);
    }
    // Less than a third of the installed 615 MB. It was 146 MB when this test was written.
    expect(megabytesOf(path.join(target, 'node_modules'))).toBeLessThan(200);
  });

  it('service – unprivileged user who may write only uploads – works completely', async () => {
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
      const guide = await service.request.get('/docs/guide/how-to/back-up.html');
      expect(guide.text).toContain('<title>Back up | Education CMS</title>');
      const mails = await service.request.get('/docs/guide/handbook/en/pages-and-emails.html');
      expect(mails.text).toContain('<code>{{ code }}</code>');
      const llms = await service.request.get('/llms.txt').expect(200);
      const [, client = ''] = /\[Typed client\]\((.+)\)/.exec(llms.text) ?? [];
      const packed = await service.request.get(client).responseType('blob').expect(200);
      expect(String(gunzipSync(packed.body as Buffer))).toContain('package/dist/index.d.ts');
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

  it('folder that is not empty – is refused', async () => {
    const again = release('assemble', target);
    await expect(again).rejects.toThrow(/is not empty/);
  });
});
