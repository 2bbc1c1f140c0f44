import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { formats, ratios, widths } from '#plugins/media/pictures/sizes';
import { startApp, stopQuietly, type App } from '../support/app';
import { HostDate } from '../support/host';
import * as make from '../uploads/files';
import { ask, library, nameIn, sizeOf, striped, type Uploaded } from './support';

/** More than the other tests use, and few enough to reach. */
const PER_MINUTE = 120;

describe('GET /api/pictures – invalid or excessive requests', () => {
  let app: App;
  let files: Awaited<ReturnType<typeof library>>;
  let picture: Uploaded;

  beforeAll(async () => {
    app = await startApp({
      env: {
        PICTURES_MB: '1',
        UPLOAD_MAX_MEGAPIXELS: '5',
        PICTURES_PER_MINUTE: String(PER_MINUTE),
        TRUSTED_PROXIES: '1',
      },
    });
    files = await library(app);
    picture = await files.upload('stripes.png', await striped('png'));
    await ask(app, sizeOf(picture.url, { w: 160 }));
  });

  afterAll(() => stopQuietly(app));

  const listSizes = (): string[] => readdirSync(path.join(app.database.publicDir, '.pictures'));

  /** Stores a row and a file without the checks of an upload. */
  const storeUnchecked = async (
    name: string,
    bytes: Buffer | string,
    values: object = {},
  ): Promise<string> => {
    const ext = path.extname(name);
    const uploads = path.join(app.database.publicDir, 'uploads');
    mkdirSync(uploads, { recursive: true });
    writeFileSync(path.join(uploads, name), bytes);
    await app.strapi.db.query('plugin::upload.file').create({
      data: {
        name,
        hash: name.slice(0, -ext.length),
        ext,
        mime: 'image/png',
        size: 1,
        url: `/uploads/${name}`,
        provider: 'local',
        folderPath: '/',
        ...values,
      },
    });
    return name;
  };

  it.each([
    ['a width that is not supported', '?w=641'],
    ['a huge width', '?w=99999999999999999999'],
    ['a negative width', '?w=-160'],
    ['a hexadecimal width', '?w=0xA0'],
    ['a width with a leading zero', '?w=0160'],
    ['a width as a list', '?w=160&w=320'],
    ['a width as an object', '?w[a]=160'],
    ['no width', ''],
    ['a ratio that is not supported', '?w=160&ratio=1:1000'],
    ['an unknown format', '?w=160&format=bmp'],
    ['a format of documents', '?w=160&format=svg'],
    ['an invalid version', '?w=160&v=../../etc'],
  ])('%s – returns 400 and stores nothing', async (_title, query) => {
    const { length } = listSizes();
    const { status, code } = await ask(app, `/api/pictures/${nameIn(picture.url)}${query}`);
    expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
    expect(listSizes()).toHaveLength(length);
  });

  it('a thousand invalid widths – return 400 and store nothing', async () => {
    await ask(app, sizeOf(picture.url, { w: 160 }));
    const before = listSizes();
    for (let w = 1; w <= 1000; w += 1) {
      if ((widths as readonly number[]).includes(w)) continue;
      const { status } = await ask(app, `/api/pictures/${nameIn(picture.url)}?w=${w}`);
      expect(status).toBe(400);
    }
    expect(listSizes()).toEqual(before);
  });

  it('new sizes over the limit of an IP address – return 429; cached sizes and other addresses – return 200', async () => {
    const { url } = await files.upload(
      'small.png',
      await striped('png', { width: 60, height: 30 }),
    );
    const from = (address: string, query: Record<string, string | number>) =>
      ask(app, sizeOf(url, query), '*/*', { 'X-Forwarded-For': address });
    const allSizes = widths.flatMap((w) =>
      ratios.flatMap((ratio) => formats.map((format) => ({ w, ratio, format }))),
    );
    const answers: number[] = [];
    for (const query of allSizes.slice(0, PER_MINUTE + 5)) {
      answers.push((await from('198.51.100.1', query)).status);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(PER_MINUTE);
    const { status, code, headers } = await from('198.51.100.1', { w: 2560, ratio: '9:16' });
    expect([status, code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toBe('no-store');
    const [first = { w: 160 }] = allSizes;
    expect((await from('198.51.100.1', first)).status).toBe(200);
    expect((await from('198.51.100.2', { w: 2560, ratio: '9:16' })).status).toBe(200);
  });

  it.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '..%5c..%5cpackage.json',
    'a%00.png',
    '.env',
    'picture',
    'http:%2f%2f127.0.0.1%2fa.png',
    `${'a'.repeat(300)}.png`,
  ])('path traversal – returns 400 or 404: %s', async (name) => {
    const { status } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([400, 404]).toContain(status);
  });

  it('unknown name – returns 404', async () => {
    const { status, code } = await ask(app, '/api/pictures/nobody_0123456789.png?w=160');
    expect([status, code]).toEqual([404, 'PICTURE_NOT_FOUND']);
  });

  it('file in the folder, without a row – returns 404', async () => {
    writeFileSync(path.join(app.database.publicDir, 'uploads/stray.png'), await make.png());
    expect((await ask(app, '/api/pictures/stray.png?w=160')).status).toBe(404);
  });

  it.each([
    ['SVG', 'drawing.svg', () => make.SVG, { mime: 'image/svg+xml' }],
    ['SVG named PNG', 'drawing2.png', () => make.SVG, {}],
    ['HTML named PNG', 'page.png', () => make.HTML, {}],
    ['PDF', 'paper.pdf', () => make.pdf(), { mime: 'application/pdf' }],
    ['a video', 'film.mp4', () => make.mp4(), { mime: 'video/mp4' }],
    [
      'a file of another provider',
      'else.png',
      () => make.png(),
      { provider: 'aws-s3', url: 'http://127.0.0.1:1/else.png' },
    ],
  ])('%s – returns NOT_A_PICTURE', async (_title, name, bytes, values) => {
    await storeUnchecked(name, await bytes(), values);
    const { status, code } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, code]).toEqual([422, 'NOT_A_PICTURE']);
  });

  it('truncated picture – returns PICTURE_UNREADABLE', async () => {
    const bytes = await striped('jpeg');
    const name = await storeUnchecked('half.jpg', bytes.subarray(0, bytes.length / 2));
    const { status, code } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, code]).toEqual([422, 'PICTURE_UNREADABLE']);
  });

  it.each([
    ['empty', 0],
    ['half of its bytes', 0.5],
  ])(
    'picture that was incomplete for a moment, %s – is shown a minute later',
    async (title, share) => {
      const bytes = await striped('jpeg');
      const name = await storeUnchecked(
        `restored-${title.length}.jpg`,
        bytes.subarray(0, bytes.length * share),
      );
      const request = () => ask(app, `/api/pictures/${name}?w=160`);
      expect((await request()).status).toBe(422);
      writeFileSync(path.join(app.database.publicDir, 'uploads', name), bytes);
      const now = jest.spyOn(HostDate, 'now').mockImplementation(() => Date.now() + 61_000);
      try {
        expect((await request()).status).toBe(200);
      } finally {
        now.mockRestore();
      }
    },
  );

  it('decompression bomb – returns PICTURE_UNREADABLE without decoding', async () => {
    const name = await storeUnchecked('bomb.png', make.hugePng(16_000, 16_000));
    const startUsage = process.cpuUsage();
    const { status, code } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, code]).toEqual([422, 'PICTURE_UNREADABLE']);
    // CPU time of all threads in microseconds; decoding would take a minute.
    const { user, system } = process.cpuUsage(startUsage);
    expect(user + system).toBeLessThan(5_000_000);
  });

  it('WebP file named PNG – is converted', async () => {
    const name = await storeUnchecked('lies.png', await striped('webp'));
    const { status, headers } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('40 concurrent requests for one size – create it once', async () => {
    const { url } = await files.upload(
      'many.png',
      await striped('png', { width: 1500, height: 1500 }),
    );
    const address = sizeOf(url, { w: 800, format: 'webp' });
    const { length } = listSizes();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(app, address)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1);
    expect(listSizes().length - length).toBe(1);
  });

  it('sizes over PICTURES_MB – evict older sizes, which are created again on request', async () => {
    const noise = await sharp({
      create: {
        width: 1200,
        height: 1200,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#000',
      },
    })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { url } = await files.upload('noise.jpg', noise);
    const bytes = (): number =>
      listSizes().reduce(
        (sum, name) => sum + statSync(path.join(app.database.publicDir, '.pictures', name)).size,
        0,
      );
    let totalBytes = 0;
    for (const w of [640, 800, 960]) {
      for (const ratio of ['1:1', '4:3', '3:2']) {
        const { status, body } = await ask(app, sizeOf(url, { w, ratio, format: 'jpeg' }));
        expect(status).toBe(200);
        totalBytes += body.length;
      }
    }
    expect(totalBytes).toBeGreaterThan(1024 * 1024);
    expect(bytes()).toBeLessThanOrEqual(1024 * 1024 * 1.5);
    // An evicted size is created again.
    expect((await ask(app, sizeOf(url, { w: 640, ratio: '1:1', format: 'jpeg' }))).status).toBe(
      200,
    );
  });
});
