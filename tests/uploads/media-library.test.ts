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

describe('npm run media', () => {
  let database: TestDatabase;
  let server: S3Server;
  let rows: Row[];
  /** The responses before files are moved. */
  let servedBefore: Served[];
  let folderSettings: Record<string, string>;
  let bucketSettings: Record<string, string>;

  /** Runs a command. Returns its exit code and its output. */
  const runCommand = (command: string, env: Record<string, string>) =>
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

  const uploadPath = (name: string): string => path.join(database.publicDir, 'uploads', name);

  /** Returns the responses to visitors for all URLs of the library. */
  const readServed = async (app: App): Promise<Served[]> => {
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

  const readServedWith = async (env: Record<string, string>): Promise<Served[]> => {
    const app = await startApp({ database, env });
    try {
      return await readServed(app);
    } finally {
      await app.stop();
    }
  };

  beforeAll(async () => {
    database = await createDatabase();
    server = await startS3Server('public');
    folderSettings = { ...server.env, UPLOAD_PROVIDER: 'local' };
    bucketSettings = server.env;
    const app = await startApp({ database, env: folderSettings });
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
    servedBefore = await readServed(app);
    await app.stop();
  });

  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const fileName = (at: number): string => `${rows[at]?.hash ?? ''}${rows[at]?.ext ?? ''}`;

  it('check – complete library – reports nothing', async () => {
    expect(await runCommand('check', folderSettings)).toEqual({
      code: 0,
      printed: '3 files, 0 missing, 0 that belong to none\n',
    });
  });

  it('check – missing files, sizes and unknown files – names each', async () => {
    const thumbnail = `thumbnail_${fileName(1)}`;
    for (const name of [fileName(0), thumbnail])
      renameSync(uploadPath(name), uploadPath(`.${name}`));
    writeFileSync(uploadPath('stray.pdf'), 'nobody’s');
    const { code, printed } = await runCommand('check', folderSettings);
    for (const name of [fileName(0), thumbnail])
      renameSync(uploadPath(`.${name}`), uploadPath(name));
    rmSync(uploadPath('stray.pdf'));
    expect(code).toBe(1);
    expect(printed.split('\n')).toEqual([
      `missing: ${fileName(0)}, of file ${rows[0]?.id} (one.webp)`,
      `missing: ${thumbnail}, of file ${rows[1]?.id} (two.webp)`,
      'belongs to no file: stray.pdf',
      '3 files, 2 missing, 1 that belong to none',
      '',
    ]);
  });

  it('move – moves files to a bucket, continues after a failure, and moves them back', async () => {
    // One file cannot be read: the others move, it stays, and the next run moves it.
    renameSync(uploadPath(fileName(1)), uploadPath(`.${fileName(1)}`));
    const firstRun = await runCommand('move', bucketSettings);
    expect(firstRun).toEqual({
      code: 1,
      printed:
        `stays where it is: file ${rows[1]?.id} (two.webp), for ${fileName(1)} is missing\n` +
        '2 files moved, 1 stay; run it again for what is left\n',
    });
    renameSync(uploadPath(`.${fileName(1)}`), uploadPath(fileName(1)));
    const servedMixed = await readServedWith(bucketSettings);
    expect(servedMixed.map(({ url }) => url.startsWith(server.url))).toEqual([true, false, true]);
    expect(servedMixed.map(({ bytes }) => bytes)).toEqual(servedBefore.map(({ bytes }) => bytes));
    expect((await runCommand('move', bucketSettings)).printed).toMatch(/^1 files moved, 0 stay/);
    expect((await runCommand('check', bucketSettings)).code).toBe(0);

    await server.remove(fileName(2));
    await server.put('stray.pdf', 'nobody’s');
    expect((await runCommand('check', bucketSettings)).printed).toBe(
      `missing: ${fileName(2)}, of file ${rows[2]?.id} (three.webp)\n` +
        'belongs to no file: stray.pdf\n3 files, 1 missing, 1 that belong to none\n',
    );
    await server.put(fileName(2), readFileSync(pictureFile));

    for (const name of [fileName(0), `thumbnail_${fileName(0)}`]) rmSync(uploadPath(name));
    expect((await runCommand('move', folderSettings)).code).toBe(0);
    const servedAfter = await readServedWith(folderSettings);
    expect(servedAfter.map(({ url }) => url)).toEqual(servedBefore.map(({ url }) => url));
    expect(servedAfter.slice(0, 2).map(({ bytes }) => bytes)).toEqual(
      servedBefore.slice(0, 2).map(({ bytes }) => bytes),
    );
    expect((await runCommand('check', folderSettings)).code).toBe(0);
  });

  it('missing command or setting – exits with 2 and names it', async () => {
    expect(await runCommand('', folderSettings)).toMatchObject({
      code: 2,
      printed: expect.stringContaining('check') as string,
    });
    const { code, printed } = await runCommand('move', { UPLOAD_PROVIDER: 'local' });
    expect(code).toBe(2);
    expect(printed).toContain('S3_BUCKET is not set');
  });
});
