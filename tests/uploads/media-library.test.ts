import { execFile } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApiToken } from '../support/admin';
import { type App, startApp } from '../support/app';
import { pictureFile } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { type S3Server, startS3Server } from '../support/s3-server';

const program = path.resolve(__dirname, '../../dist/scripts/media.js');

type Row = { id: number; url: string; hash: string; ext: string };

type Served = { url: string; bytes: Buffer };

describe('The commands that look after the media library', () => {
  let database: TestDatabase;
  let server: S3Server;
  let rows: Row[];
  /** The responses before anything is moved. */
  let before: Served[];
  let inFolder: Record<string, string>;
  let inBucket: Record<string, string>;

  /** Runs a command; returns its exit code and its output. */
  const run = (command: string, env: Record<string, string>) =>
    new Promise<{ code: number; printed: string }>((resolve) => {
      execFile(
        process.execPath,
        [program, command],
        { env: { ...process.env, ...testEnvironment(database), ...env } },
        (error, stdout, stderr) => {
          resolve({
            code: typeof error?.code === 'number' ? error.code : 0,
            printed: stdout + stderr,
          });
        },
      );
    });

  const uploads = (name: string): string => path.join(database.publicDir, 'uploads', name);

  /** Returns the responses that visitors get at the addresses of the library. */
  const servedBy = async (app: App): Promise<Served[]> => {
    const files = (await app.strapi.db
      .query('plugin::upload.file')
      .findMany({ orderBy: { id: 'asc' } })) as Row[];
    return Promise.all(
      files.map(async ({ url }) => {
        const answer = await fetch(new URL(url, app.url));
        expect(answer.status).toBe(200);
        return { url, bytes: Buffer.from(await answer.arrayBuffer()) };
      }),
    );
  };

  const served = async (env: Record<string, string>): Promise<Served[]> => {
    const app = await startApp({ database, env });
    try {
      return await servedBy(app);
    } finally {
      await app.stop();
    }
  };

  beforeAll(async () => {
    database = await createDatabase();
    server = await startS3Server('public');
    inFolder = { ...server.env, UPLOAD_PROVIDER: 'local' };
    inBucket = server.env;
    const app = await startApp({ database, env: inFolder });
    const token = await createApiToken(app);
    rows = [];
    for (const name of ['one.webp', 'two.webp', 'three.webp']) {
      const { body } = await app.request
        .post('/api/upload')
        .auth(token, { type: 'bearer' })
        .attach('files', pictureFile, name)
        .expect(201);
      rows.push(...(body as Row[]));
    }
    before = await servedBy(app);
    await app.stop();
  });

  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const nameOf = (at: number): string => `${rows[at]?.hash ?? ''}${rows[at]?.ext ?? ''}`;

  it('should say of a whole library that it is whole', async () => {
    expect(await run('check', inFolder)).toEqual({
      code: 0,
      printed: '3 files, 0 missing, 0 that belong to none\n',
    });
  });

  it('should name what is missing, sizes included, and what belongs to none', async () => {
    const size = `thumbnail_${nameOf(1)}`;
    for (const name of [nameOf(0), size]) renameSync(uploads(name), uploads(`.${name}`));
    writeFileSync(uploads('stray.pdf'), 'nobody’s');
    const { code, printed } = await run('check', inFolder);
    for (const name of [nameOf(0), size]) renameSync(uploads(`.${name}`), uploads(name));
    rmSync(uploads('stray.pdf'));
    expect(code).toBe(1);
    expect(printed.split('\n')).toEqual([
      `missing: ${nameOf(0)}, of file ${rows[0]?.id} (one.webp)`,
      `missing: ${size}, of file ${rows[1]?.id} (two.webp)`,
      'belongs to no file: stray.pdf',
      '3 files, 2 missing, 1 that belong to none',
      '',
    ]);
  });

  it('should move it into a bucket, go on where it was broken off, and move it back', async () => {
    // One file cannot be read: the others move, it stays, and the next attempt moves it.
    renameSync(uploads(nameOf(1)), uploads(`.${nameOf(1)}`));
    const first = await run('move', inBucket);
    expect(first).toEqual({
      code: 1,
      printed:
        `stays where it is: file ${rows[1]?.id} (two.webp), for ${nameOf(1)} is missing\n` +
        '2 files moved, 1 stay; run it again for what is left\n',
    });
    renameSync(uploads(`.${nameOf(1)}`), uploads(nameOf(1)));
    const mixed = await served(inBucket);
    expect(mixed.map(({ url }) => url.startsWith(server.url))).toEqual([true, false, true]);
    expect(mixed.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes));
    expect((await run('move', inBucket)).printed).toMatch(/^1 files moved, 0 stay/);
    expect((await run('check', inBucket)).code).toBe(0);

    await server.remove(nameOf(2));
    await server.put('stray.pdf', 'nobody’s');
    expect((await run('check', inBucket)).printed).toBe(
      `missing: ${nameOf(2)}, of file ${rows[2]?.id} (three.webp)\n` +
        'belongs to no file: stray.pdf\n3 files, 1 missing, 1 that belong to none\n',
    );
    await server.put(nameOf(2), readFileSync(pictureFile));

    for (const name of [nameOf(0), `thumbnail_${nameOf(0)}`]) rmSync(uploads(name));
    expect((await run('move', inFolder)).code).toBe(0);
    const after = await served(inFolder);
    expect(after.map(({ url }) => url)).toEqual(before.map(({ url }) => url));
    expect(after.slice(0, 2).map(({ bytes }) => bytes)).toEqual(
      before.slice(0, 2).map(({ bytes }) => bytes),
    );
    expect((await run('check', inFolder)).code).toBe(0);
  });

  it('should say what it can do, and what is wrong with its settings', async () => {
    expect(await run('', inFolder)).toMatchObject({
      code: 2,
      printed: expect.stringContaining('check') as string,
    });
    const { code, printed } = await run('move', { UPLOAD_PROVIDER: 'local' });
    expect(code).toBe(2);
    expect(printed).toContain('S3_BUCKET is not set');
  });
});
