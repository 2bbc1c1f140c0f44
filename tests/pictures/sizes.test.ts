import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { widths } from '../../src/plugins/pictures/sizes';
import { startApp, stopQuietly, type App } from '../support/app';
import * as make from '../uploads/files';
import { startBucket, type Bucket } from './bucket';
import { ask, BROWSER, colourOf, library, sizeOf, striped, type Uploaded } from './support';

type Storage = {
  env: Record<string, string>;
  /** Takes a stored file away behind the service's back. */
  lose: (app: App, name: string) => void;
  setAway: (app: App, isAway: boolean) => void;
  close: () => Promise<void>;
};

const folder = (): Promise<Storage> => {
  const uploads = (app: App) => path.join(app.database.publicDir, 'uploads');
  return Promise.resolve({
    env: {},
    lose: (app, name) => {
      rmSync(path.join(uploads(app), name));
    },
    setAway: (app, isAway) => {
      const [from, to] = [uploads(app), `${uploads(app)}-away`];
      if (isAway) renameSync(from, to);
      else renameSync(to, from);
    },
    close: () => Promise.resolve(),
  });
};

const bucket = (isPrivate: boolean) => async (): Promise<Storage> => {
  const opened: Bucket = await startBucket();
  return {
    env: opened.env(isPrivate),
    lose: (_app, name) => {
      opened.objects.delete(`/media/${name}`);
    },
    setAway: (_app, isAway) => {
      opened.setAway(isAway);
    },
    close: opened.close,
  };
};

const nameIn = (url: string): string =>
  new URL(url, 'http://here').pathname.split('/').at(-1) ?? '';

const current = async (app: App, id: number): Promise<string> => {
  const file = (await app.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { id } })) as Uploaded;
  return file.url;
};

const FOR_EVER = 'public, max-age=31536000, immutable';

describe.each([
  ['in the folder of uploads', folder],
  ['in a public bucket', bucket(false)],
  ['in a private bucket', bucket(true)],
])('Sizes of a picture %s', (_where, open) => {
  let storage: Storage;
  let app: App;
  let files: Awaited<ReturnType<typeof library>>;
  let picture: Uploaded;

  beforeAll(async () => {
    storage = await open();
    app = await startApp({ env: storage.env });
    files = await library(app);
    picture = await files.upload('stripes.png', await striped('png'));
  });

  afterAll(async () => {
    await stopQuietly(app);
    await storage.close();
  });

  it('should have the width that is asked for, and the format that is accepted', async () => {
    const address = sizeOf(picture.url, { w: 320 });
    const kinds = { [BROWSER]: 'avif', 'image/webp,*/*': 'webp', '*/*': 'jpeg' };
    for (const [accept, format] of Object.entries(kinds)) {
      const { status, headers, body } = await ask(app, address, accept);
      expect([status, headers['content-type']]).toEqual([200, `image/${format}`]);
      expect(headers.vary).toMatch(/(^|, )Accept(,|$)/);
      expect(headers['cache-control']).toBe(FOR_EVER);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const { width, height, format: found } = await sharp(body).metadata();
      expect([width, height, found === 'heif' ? 'avif' : found]).toEqual([320, 107, format]);
    }
    const refused = await ask(app, address, 'image/avif;q=0,image/webp;q=0');
    expect(refused.headers['content-type']).toBe('image/jpeg');
  });

  it('should have the format of the address, whoever asks', async () => {
    for (const format of ['avif', 'webp', 'jpeg', 'png']) {
      const address = sizeOf(picture.url, { w: 160, format });
      const { headers } = await ask(app, address, BROWSER);
      expect(headers['content-type']).toBe(`image/${format}`);
      expect(headers.vary ?? '').not.toMatch(/(^|, )Accept(,|$)/);
    }
  });

  it('should not be larger than the picture', async () => {
    const { body } = await ask(app, sizeOf(picture.url, { w: 2560, format: 'webp' }));
    expect((await sharp(body).metadata()).width).toBe(1200);
  });

  it('should be answered 304 to who has it', async () => {
    const address = sizeOf(picture.url, { w: 160, format: 'webp' });
    const { headers } = await ask(app, address);
    const again = await app.request.get(address).set('If-None-Match', String(headers.etag));
    expect(again.status).toBe(304);
    const head = await app.request.head(address);
    expect([head.status, head.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('should be cut around the focal point, at another address once it moves', async () => {
    const file = await files.upload('focus.jpg', await striped('jpeg'));
    const square = { w: 160, ratio: '1:1', format: 'png' };
    const middle = await ask(app, sizeOf(await current(app, file.id), square));
    expect(await sharp(middle.body).metadata()).toMatchObject({ width: 160, height: 160 });
    expect(await colourOf(middle.body)).toBe('0f0');

    await files.describe(file.id, { focalPoint: { x: 95, y: 50 } });
    const moved = await current(app, file.id);
    expect(moved).not.toBe(file.url);
    const right = await ask(app, sizeOf(moved, square));
    expect(right.headers['cache-control']).toBe(FOR_EVER);
    expect(await colourOf(right.body)).toBe('00f');

    await files.describe(file.id, { focalPoint: { x: 95, y: 50 }, caption: 'x' });
    expect(await current(app, file.id)).toBe(moved);
  });

  it('should change their address with the file', async () => {
    const file = await files.upload('before.png', await make.png(300, 200));
    const before = await ask(app, sizeOf(file.url, { w: 160, format: 'png' }));
    const answered = await files.replace(file.id, 'after.png', await striped('png'));
    const { url } = answered;
    expect(nameIn(url)).toBe(nameIn(file.url));
    expect(new URL(url, 'http://here').searchParams.get('v')).toMatch(/^[0-9a-f]{8}$/);
    expect(new URL(await current(app, file.id), 'http://here').searchParams.get('v')).toBe(
      new URL(url, 'http://here').searchParams.get('v'),
    );

    const after = await ask(app, sizeOf(url, { w: 160, format: 'png' }));
    expect(after.headers['cache-control']).toBe(FOR_EVER);
    expect(after.body.equals(before.body)).toBe(false);
    expect(await colourOf(after.body)).toBe('0f0');

    // An address of before shows what there is now, and is not to be kept.
    const old = await ask(app, sizeOf(file.url, { w: 160, format: 'png' }));
    expect(old.body.equals(after.body)).toBe(true);
    expect(old.headers['cache-control']).toBe('public, max-age=60');
  });

  it('should be 404 where the file is missing', async () => {
    const file = await files.upload('lost.png', await make.png(300, 200));
    storage.lose(app, nameIn(file.url));
    const { status, code } = await ask(app, sizeOf(file.url, { w: 160 }));
    expect([status, code]).toEqual([404, 'PICTURE_NOT_FOUND']);
  });

  it('should be 503 while the storage is away, those that were made aside', async () => {
    const made = sizeOf(picture.url, { w: 480, format: 'webp' });
    await ask(app, made);
    storage.setAway(app, true);
    try {
      const { status, code, headers } = await ask(
        app,
        sizeOf(picture.url, { w: 640, format: 'webp' }),
      );
      expect([status, code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['cache-control']).toBe('no-store');
      expect((await ask(app, made)).status).toBe(200);
    } finally {
      storage.setAway(app, false);
    }
    expect((await ask(app, sizeOf(picture.url, { w: 640, format: 'webp' }))).status).toBe(200);
  });

  it('should be made of every kind of picture that may be uploaded', async () => {
    for (const format of ['jpeg', 'webp', 'avif', 'tiff'] as const) {
      const file = await files.upload(`kind.${format}`, await striped(format));
      const { status, body } = await ask(app, sizeOf(file.url, { w: 320, format: 'png' }));
      expect([format, status]).toEqual([format, 200]);
      expect(await colourOf(body, 0.1)).toBe('f00');
    }
  });

  it.each(['gif', 'webp'] as const)('should move where the picture moves: %s', async (format) => {
    const file = await files.upload(`moving.${format}`, await make.animation(format));
    const address = sizeOf(file.url, { w: 160, ratio: '1:1' });
    const webp = await ask(app, address, BROWSER);
    expect(webp.headers['content-type']).toBe('image/webp');
    const gif = await ask(app, address);
    expect(gif.headers['content-type']).toBe('image/gif');
    for (const { body } of [webp, gif]) {
      const found = await sharp(body).metadata();
      expect([found.width, found.height, found.pages]).toEqual([160, 160, 3]);
    }
    const still = await ask(app, sizeOf(file.url, { w: 160, format: 'jpeg' }));
    expect((await sharp(still.body).metadata()).pages ?? 1).toBe(1);
  });

  it('should be upright, and say nothing of the camera', async () => {
    const bytes = await make.lyingPhoto('jpeg', { width: 600, height: 400 });
    const file = await files.upload('lying.jpg', bytes);
    const { body } = await ask(app, sizeOf(file.url, { w: 160, format: 'jpeg' }));
    const { width, height, exif, orientation } = await sharp(body).metadata();
    expect([width, height, exif, orientation]).toEqual([160, 240, undefined, undefined]);
  });
});

describe('What is asked for besides', () => {
  let app: App;
  let files: Awaited<ReturnType<typeof library>>;
  let picture: Uploaded;

  beforeAll(async () => {
    app = await startApp({ env: { PICTURES_MB: '1', UPLOAD_MAX_MEGAPIXELS: '5' } });
    files = await library(app);
    picture = await files.upload('stripes.png', await striped('png'));
    await ask(app, sizeOf(picture.url, { w: 160 }));
  });

  afterAll(() => stopQuietly(app));

  const kept = (): string[] => readdirSync(path.join(app.database.publicDir, '.pictures'));

  /** Puts a row and a file there as they were stored before there were rules, or by a program. */
  const plant = async (
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
    ['a width that is not offered', '?w=641'],
    ['a huge width', '?w=99999999999999999999'],
    ['a width below nothing', '?w=-160'],
    ['a width as a list', '?w=160&w=320'],
    ['a width as an object', '?w[a]=160'],
    ['no width', ''],
    ['a height', '?w=160&h=160'],
    ['a ratio that is not offered', '?w=160&ratio=1:1000'],
    ['a format that there is not', '?w=160&format=bmp'],
    ['a format of documents', '?w=160&format=svg'],
    ['a version that is none', '?w=160&v=../../etc'],
  ])('should be refused, computing nothing: %s', async (_title, query) => {
    const { length } = kept();
    const { status, code } = await ask(app, `/api/pictures/${nameIn(picture.url)}${query}`);
    expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
    expect(kept()).toHaveLength(length);
  });

  it('should be refused a thousand times over without a trace', async () => {
    await ask(app, sizeOf(picture.url, { w: 160 }));
    const before = kept();
    for (let w = 1; w <= 1000; w += 1) {
      if ((widths as readonly number[]).includes(w)) continue;
      const { status } = await ask(app, `/api/pictures/${nameIn(picture.url)}?w=${w}`);
      expect(status).toBe(400);
    }
    expect(kept()).toEqual(before);
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
  ])('should lead nowhere outside the storage: %s', async (name) => {
    const { status } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([400, 404]).toContain(status);
  });

  it('should be 404 for a name that no file has', async () => {
    const { status, code } = await ask(app, '/api/pictures/nobody_0123456789.png?w=160');
    expect([status, code]).toEqual([404, 'PICTURE_NOT_FOUND']);
  });

  it('should be 404 for a file of the folder that the media library does not have', async () => {
    writeFileSync(path.join(app.database.publicDir, 'uploads/stray.png'), await make.png());
    expect((await ask(app, '/api/pictures/stray.png?w=160')).status).toBe(404);
  });

  it.each([
    ['SVG', 'drawing.svg', () => make.SVG, { mime: 'image/svg+xml' }],
    ['SVG that is called PNG', 'drawing2.png', () => make.SVG, {}],
    ['a page that is called PNG', 'page.png', () => make.HTML, {}],
    ['PDF', 'paper.pdf', () => make.pdf(), { mime: 'application/pdf' }],
    ['a film', 'film.mp4', () => make.mp4(), { mime: 'video/mp4' }],
    [
      'a file of elsewhere',
      'else.png',
      () => make.png(),
      { provider: 'aws-s3', url: 'http://127.0.0.1:1/else.png' },
    ],
  ])(
    'should be refused of what is no picture of its own: %s',
    async (_title, name, bytes, values) => {
      await plant(name, await bytes(), values);
      const { status, code } = await ask(app, `/api/pictures/${name}?w=160`);
      expect([status, code]).toEqual([422, 'NOT_A_PICTURE']);
    },
  );

  it('should be refused of a picture that is cut off', async () => {
    const bytes = await striped('jpeg');
    const name = await plant('half.jpg', bytes.subarray(0, bytes.length / 2));
    const { status, code } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, code]).toEqual([422, 'PICTURE_UNREADABLE']);
  });

  it('should be refused of a bomb before it is decoded', async () => {
    const name = await plant('bomb.png', make.hugePng(16_000, 16_000));
    const began = Date.now();
    const { status, code } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, code]).toEqual([422, 'PICTURE_UNREADABLE']);
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  it('should be shown although the file lies about its format', async () => {
    const name = await plant('lies.png', await striped('webp'));
    const { status, headers } = await ask(app, `/api/pictures/${name}?w=160`);
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('should be made once, however many ask for it at the same time', async () => {
    const { url } = await files.upload(
      'many.png',
      await striped('png', { width: 1500, height: 1500 }),
    );
    const address = sizeOf(url, { w: 800, format: 'webp' });
    const { length } = kept();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(app, address)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1);
    expect(kept().length - length).toBe(1);
  });

  it('should take no more of the disk than they may', async () => {
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
      kept().reduce(
        (sum, name) =>
          sum + readFileSync(path.join(app.database.publicDir, '.pictures', name)).length,
        0,
      );
    let made = 0;
    for (const w of [640, 800, 960]) {
      for (const ratio of ['1:1', '4:3', '3:2']) {
        const { status, body } = await ask(app, sizeOf(url, { w, ratio, format: 'jpeg' }));
        expect(status).toBe(200);
        made += body.length;
      }
    }
    expect(made).toBeGreaterThan(1024 * 1024);
    expect(bytes()).toBeLessThanOrEqual(1024 * 1024 * 1.5);
    // What was dropped is made again.
    expect((await ask(app, sizeOf(url, { w: 640, ratio: '1:1', format: 'jpeg' }))).status).toBe(
      200,
    );
  });
});
