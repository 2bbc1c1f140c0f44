import { createApiToken } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { freePort } from '../support/ports';
import { until } from '../support/until';
import { type Bucket, startBucket } from './bucket';
import { ask, library, sizeOf, striped, type Uploaded } from './support';

const FILE = 'plugin::upload.file';

describe('A bucket that fails', () => {
  let bucket: Bucket;
  let app: App;
  let token: string;
  let picture: Uploaded;
  let bytes: Buffer;
  let sent = 0;
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
    sent += 1;
    return app.request
      .post('/api/upload')
      .auth(token, { type: 'bearer' })
      .attach('files', bytes, { filename: `sent-${sent}.png` });
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

  it('GET /pictures – the bucket hangs – every picture is 503 STORAGE_UNAVAILABLE, other requests are served', async () => {
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
    ['hangs', 'no result within 3 seconds'],
    ['cuts', 'ECONNRESET'],
    ['refuses', 'AccessDenied (HTTP 403)'],
    ['full', 'QuotaExceeded (HTTP 507)'],
  ] as const)(
    'POST /upload – the bucket %s – 503 STORAGE_UNAVAILABLE, nothing stored, the log says %s',
    async (fault, reason) => {
      const errors = jest.spyOn(app.strapi.log, 'error').mockClear();
      const [files, objects] = [await countFiles(), bucket.objects.size];
      bucket.setFault(fault);
      const { status, body, headers } = await upload();
      expect([status, (body as { error: { details: object } }).error.details]).toEqual([
        503,
        { code: 'STORAGE_UNAVAILABLE' },
      ]);
      expect(headers['retry-after']).toBe('5');
      expect(JSON.stringify(errors.mock.calls)).toContain(reason);
      expect([await countFiles(), bucket.objects.size]).toEqual([files, objects]);
      await waitUntilWorking();
      expect(await countFiles()).toBe(files + 1);
    },
  );

  it('GET /metrics – the bucket refuses all writes – it is unavailable for writes until one succeeds', async () => {
    bucket.setFault('refuses');
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

  it('POST /upload – the bucket stores a file after the request has failed – the file is deleted', async () => {
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
});
