import { getJobs } from '#platform/jobs';
import { createApiToken } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { freePort } from '../support/ports';
import { until } from '../support/until';
import { type Bucket, startBucket } from './bucket';
import { ask, library, sizeOf, striped, type Uploaded } from './support';

const FILE = 'plugin::upload.file';

describe('failing bucket', () => {
  let bucket: Bucket;
  let app: App;
  let token: string;
  let picture: Uploaded;
  let bytes: Buffer;
  let uploadCount = 0;
  let metricsPort: number;

  beforeAll(async () => {
    bucket = await startBucket();
    metricsPort = await freePort();
    app = await startApp({
      env: { ...bucket.env(false), S3_WRITE_SECONDS: '3', METRICS_PORT: String(metricsPort) },
      own: true,
    });
    token = await createApiToken(app);
    await ensureLanguages(app);
    bytes = await striped('png');
    picture = await (await library(app)).upload('known.png', bytes);
  });

  afterAll(async () => {
    await app.stop();
    await bucket.close();
  });

  const widths = [160, 320, 480, 640, 960] as const;

  const requestPicture = (width: number, format: string) =>
    ask(app, sizeOf(picture.url, { w: width, format }));

  const upload = async () => {
    uploadCount += 1;
    return app.request
      .post('/api/upload')
      .auth(token, { type: 'bearer' })
      .attach('files', bytes, { filename: `sent-${uploadCount}.png` });
  };

  const countFiles = () => app.strapi.db.query(FILE).count();

  const availableOperations = async (): Promise<string[]> => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const lines = (await answer.text()).matchAll(
      /^cms_storage_available\{.*operation="(\w+)".*\} 1$/gm,
    );
    return [...lines].map(([, operation = '']) => operation);
  };

  const waitUntilWorking = async (): Promise<void> => {
    bucket.setFault(null);
    await until(
      () => requestPicture(320, 'webp'),
      ({ status }) => status === 200,
      'the bucket is read again',
    );
    await until(upload, ({ status }) => status === 201, 'the bucket is written again');
  };

  it('GET /pictures – bucket hangs – returns 503 STORAGE_UNAVAILABLE for every picture, while other requests succeed', async () => {
    const errors = jest.spyOn(app.strapi.log, 'error').mockClear();
    bucket.setFault('hangs');
    const pictures = Promise.all(
      ['avif', 'webp'].flatMap((format) => widths.map((width) => requestPicture(width, format))),
    );
    const first = await Promise.race([
      pictures.then(() => 'pictures'),
      app.request.get('/api/products').then(({ status }) => status),
    ]);
    expect(first).toBe(200);
    for (const { status, code, headers } of await pictures) {
      expect([status, code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
      expect(headers['retry-after']).toBe('5');
    }
    expect(JSON.stringify(errors.mock.calls)).toContain(
      'storage: cannot read files in bucket media at http',
    );
    expect(JSON.stringify(errors.mock.calls)).toContain('TimeoutError');
    await waitUntilWorking();
  });

  it.each([
    ['hangs', 'no result within 3 seconds', ''],
    ['cuts', 'ECONNRESET', ' (TimeoutError ECONNRESET)'],
    ['refuses', 'AccessDenied, HTTP 403', ' (AccessDenied, HTTP 403)'],
    ['full', 'QuotaExceeded, HTTP 507', ' (QuotaExceeded, HTTP 507)'],
  ] as const)(
    'POST /upload – bucket %s – returns 503 and stores nothing; log %s, response %j',
    async (fault, reason, messageEnd) => {
      const errors = jest.spyOn(app.strapi.log, 'error').mockClear();
      const [files, objects] = [await countFiles(), bucket.objects.size];
      bucket.setFault(fault);
      const { status, body, headers } = await upload();
      const { error } = body as { error: { details: object; message: string } };
      expect([status, error.details]).toEqual([503, { code: 'STORAGE_UNAVAILABLE' }]);
      expect(error.message).toBe(
        `The file storage is unavailable. Try again in a few seconds.${messageEnd}`,
      );
      expect(headers['retry-after']).toBe('5');
      expect(JSON.stringify(errors.mock.calls)).toContain(reason);
      expect([await countFiles(), bucket.objects.size]).toEqual([files, objects]);
      await waitUntilWorking();
      expect(await countFiles()).toBe(files + 1);
    },
  );

  it('GET /metrics – bucket refuses all writes – write is unavailable until a write succeeds', async () => {
    bucket.setFault({ refuses: /PUT/ });
    const available = await until(
      async () => {
        expect((await upload()).status).toBe(503);
        return availableOperations();
      },
      ({ length }) => length < 3,
      'an operation is unavailable',
    );
    expect(available).toEqual(['read', 'delete']);
    await waitUntilWorking();
    expect(await availableOperations()).toEqual(['read', 'write', 'delete']);
  });

  it('POST /upload – bucket stores a file after the failed request – deletes the file', async () => {
    const [files, objects] = [await countFiles(), new Set(bucket.objects.keys())];
    bucket.setFault('waits');
    expect((await upload()).status).toBe(503);
    bucket.setFault(null);
    bucket.release();
    await until(
      () => Promise.resolve([...bucket.objects.keys()].filter((name) => !objects.has(name))),
      (late) => late.length === 0,
      'no file is left',
    );
    await waitUntilWorking();
    expect(await countFiles()).toBe(files + 1);
  });

  const query = async (statement: string, bindings: unknown[] = []) => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: Record<string, unknown>[] }>(
      statement,
      bindings as never,
    );
    return rows;
  };

  const countNotes = async () => (await query('SELECT FROM uploads.leftovers')).length;

  it('POST /upload – bucket refuses a size and deletions hang – returns 503 at once, and deletes the rest later', async () => {
    const before = new Set(bucket.objects.keys());
    const newObjects = () => [...bucket.objects.keys()].filter((name) => !before.has(name));
    bucket.setFault({ refuses: /PUT .*thumbnail_/, waits: /DELETE/ });
    expect((await upload()).status).toBe(503);
    expect(bucket.cutDeletions()).toBe(0);
    bucket.setFault(null);
    bucket.release();
    await until(
      () => Promise.resolve(newObjects()),
      ({ length }) => length === 0,
      'no file is left',
    );
    await until(countNotes, (count) => count === 0, 'no name is noted');
    await waitUntilWorking();
    expect(await countNotes()).toBe(0);
  });

  it('POST /upload – bucket refuses the second of two files – keeps neither', async () => {
    const files = await countFiles();
    bucket.setFault({ refuses: /PUT .*second/ });
    const { status } = await app.request
      .post('/api/upload')
      .auth(token, { type: 'bearer' })
      .attach('files', bytes, { filename: 'first.png' })
      .attach('files', bytes, { filename: 'second.png' });
    expect(status).toBe(503);
    await until(countFiles, (count) => count === files, 'no row is left');
    await until(
      () => Promise.resolve([...bucket.objects.keys()].filter((name) => /first|second/.test(name))),
      ({ length }) => length === 0,
      'no file is left',
    );
    await waitUntilWorking();
  });

  it('uploads.leftovers – killed processes – deletes unknown files, and renews the URL of known files', async () => {
    const { id, hash, url } = (await app.strapi.db.query(FILE).findOne({
      where: { id: picture.id },
    })) as { id: number; hash: string; url: string };
    bucket.objects.set('/media/lost.png', bytes);
    await query(
      `INSERT INTO uploads.leftovers (hash, ext, path, due)
       SELECT name, '.png', '', clock_timestamp() - interval '1 minute' FROM unnest(?::text[]) AS name`,
      [['lost', hash, `thumbnail_${hash}`]],
    );
    await query(
      `UPDATE uploads.files SET leased_until = clock_timestamp() - interval '1 minute' WHERE file_id = ?`,
      [id],
    );
    const knownObjects = [...bucket.objects.keys()].filter((name) => name.includes(hash));
    await getJobs({ strapi: app.strapi }).enqueue('uploads.leftovers', {});
    await until(countNotes, (count) => count === 0, 'no name is noted');
    expect(bucket.objects.has('/media/lost.png')).toBe(false);
    expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(knownObjects));
    const [row] = await query('SELECT url FROM files WHERE id = ?', [id]);
    expect(row?.url).not.toBe(url);
    expect(String(row?.url).split('?')[0]).toBe(url.split('?')[0]);
  });

  it('uploads.leftovers – a file cannot be deleted – it is postponed, and those after it are deleted', async () => {
    bucket.objects.set('/media/later.png', bytes);
    bucket.setFault({ refuses: /DELETE .*stuck/ });
    await query(
      `INSERT INTO uploads.leftovers (hash, ext, path, due) VALUES
         ('stuck', '.png', '', clock_timestamp() - interval '2 minutes'),
         ('later', '.png', '', clock_timestamp() - interval '1 minute')`,
    );
    await getJobs({ strapi: app.strapi }).enqueue('uploads.leftovers', {});
    await until(countNotes, (count) => count === 1, 'one name is left');
    expect(bucket.objects.has('/media/later.png')).toBe(false);
    const left = await query(
      'SELECT hash, due > clock_timestamp() AS waits FROM uploads.leftovers',
    );
    expect(left).toEqual([{ hash: 'stuck', waits: true }]);
    await query('DELETE FROM uploads.leftovers');
    bucket.setFault(null);
    await waitUntilWorking();
  });

  it('DELETE /upload/files – bucket refuses a deletion – deletes the row at once, and the stored file later', async () => {
    const [{ id, hash }] = (await upload()).body as [{ id: number; hash: string }];
    const stored = () => [...bucket.objects.keys()].filter((name) => name.includes(hash));
    expect(stored().length).toBeGreaterThan(1);
    bucket.setFault({ refuses: /DELETE .*thumbnail_/ });
    const { status } = await app.request
      .delete(`/api/upload/files/${id}`)
      .auth(token, { type: 'bearer' });
    expect(status).toBe(200);
    expect(await app.strapi.db.query(FILE).count({ where: { id } })).toBe(0);
    expect(stored()).toEqual([expect.stringContaining('thumbnail_')]);
    bucket.setFault(null);
    await until(
      async () => {
        await query('UPDATE uploads.leftovers SET due = clock_timestamp()');
        await getJobs({ strapi: app.strapi }).enqueue('uploads.leftovers', {});
        return countNotes();
      },
      (count) => count === 0,
      'no name is noted',
    );
    expect(stored()).toEqual([]);
  });

  it('POST /upload?id= – the bucket stores a replacement after the request has failed – nobody else writes until then, and the address changes', async () => {
    const replace = () =>
      app.request
        .post(`/api/upload?id=${picture.id}`)
        .auth(token, { type: 'bearer' })
        .attach('files', bytes, { filename: 'known.png' });
    const state = async () => {
      const [row] = await query(
        `SELECT f.url, s.leased_until FROM files f JOIN uploads.files s ON s.file_id = f.id WHERE f.id = ?`,
        [picture.id],
      );
      return { url: String(row?.url), isLeased: row?.leased_until !== null };
    };
    const before = await state();
    expect(before.isLeased).toBe(false);
    bucket.setFault({ waits: /PUT/ });
    expect((await replace()).status).toBe(503);
    expect(await state()).toEqual({ ...before, isLeased: true });
    bucket.setFault(null);
    bucket.release();
    const after = await until(state, ({ isLeased }) => !isLeased, 'the lease is released');
    expect(after.url).not.toBe(before.url);
    await waitUntilWorking();
    expect((await replace()).status).toBe(200);
  });

  it('pictures.colours – the service stops during the scan – leaves the rest to the next node', async () => {
    expect((await upload()).status).toBe(201);
    await query('UPDATE files SET dominant_color = NULL');
    const jobs = getJobs({ strapi: app.strapi });
    const { length } = bucket.reads;
    bucket.hold();
    const job = await jobs.enqueue('pictures.colours', {});
    await until(
      () => Promise.resolve(bucket.reads.length),
      (reads) => reads > length,
      'a picture is read',
    );
    const stopped = jobs.stop();
    bucket.release();
    await stopped;
    expect(await query('SELECT state FROM jobs.job WHERE id = ?', [job])).toEqual([
      { state: 'created' },
    ]);
    expect(await query('SELECT FROM files WHERE dominant_color IS NULL')).not.toEqual([]);
  });
});
