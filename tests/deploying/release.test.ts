import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { signInFirst } from '../support/admin';
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

describe('What is assembled for production, in an empty folder', () => {
  let target: string;

  beforeAll(async () => {
    target = mkdtempSync(path.join(tmpdir(), 'education-cms-'));
    // The first two steps are what this run of the tests began with.
    await run(path.join(root, 'ops/release.sh'), ['assemble', target], {
      maxBuffer: 10 ** 8,
    });
    chmodSync(target, 0o755);
  }, 600_000);

  afterAll(() => {
    for (const folder of folders(target)) chmodSync(folder, 0o755);
    rmSync(target, { recursive: true, force: true });
  });

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
      expect((await signInFirst(service)).get).toBeInstanceOf(Function);
      expect(service.output()).not.toMatch(/EACCES|EROFS|EPERM/);
      if (isRoot) expect(statSync(`/proc/${service.pid}`).uid).toBe(NOBODY);
    } finally {
      await service.stop();
    }
  }, 180_000);

  it('is put into no folder that holds something already', async () => {
    const again = run(path.join(root, 'ops/release.sh'), ['assemble', target]);
    await expect(again).rejects.toThrow(/is not empty/);
  });
});
