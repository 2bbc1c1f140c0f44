import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { startApp, stopQuietly, type App } from '../support/app';
import * as make from '../uploads/files';
import { startBucket, type Bucket } from './bucket';
import { ask, BROWSER, colourOf, library, nameIn, sizeOf, striped, type Uploaded } from './support';

type Storage = {
  env: Record<string, string>;
  /** Deletes a stored file directly. */
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
  const bucketServer: Bucket = await startBucket();
  return {
    env: bucketServer.env(isPrivate),
    lose: (_app, name) => {
      bucketServer.objects.delete(`/media/${name}`);
    },
    setAway: (_app, isAway) => {
      bucketServer.setAway(isAway);
    },
    close: bucketServer.close,
  };
};

const readUrl = async (app: App, id: number): Promise<string> => {
  const file = (await app.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { id } })) as Uploaded;
  return file.url;
};

const IMMUTABLE = 'public, max-age=31536000, immutable';

describe.each([
  ['in the folder of uploads', folder],
  ['in a public bucket', bucket(false)],
  ['in a private bucket', bucket(true)],
])('sizes of a picture %s', (_where, open) => {
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

  it('has the requested width, and a format that the caller accepts', async () => {
    const address = sizeOf(picture.url, { w: 320 });
    const formats = { [BROWSER]: 'avif', 'image/webp,*/*': 'webp', '*/*': 'jpeg' };
    for (const [accept, format] of Object.entries(formats)) {
      const { status, headers, body } = await ask(app, address, accept);
      expect([status, headers['content-type']]).toEqual([200, `image/${format}`]);
      expect(headers.vary).toMatch(/(^|, )Accept(,|$)/);
      expect(headers['cache-control']).toBe(IMMUTABLE);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const { width, height, format: actualFormat } = await sharp(body).metadata();
      expect([width, height, actualFormat === 'heif' ? 'avif' : actualFormat]).toEqual([
        320,
        107,
        format,
      ]);
    }
    const refused = await ask(app, address, 'image/avif;q=0,image/webp;q=0');
    expect(refused.headers['content-type']).toBe('image/jpeg');
  });

  it('format parameter – sets the format for every caller', async () => {
    for (const format of ['avif', 'webp', 'jpeg', 'png']) {
      const address = sizeOf(picture.url, { w: 160, format });
      const { headers } = await ask(app, address, BROWSER);
      expect(headers['content-type']).toBe(`image/${format}`);
      expect(headers.vary ?? '').not.toMatch(/(^|, )Accept(,|$)/);
    }
  });

  it('width over the original – is limited to it', async () => {
    const { body } = await ask(app, sizeOf(picture.url, { w: 2560, format: 'webp' }));
    expect((await sharp(body).metadata()).width).toBe(1200);
  });

  it('If-None-Match – returns 304; HEAD – returns 200', async () => {
    const address = sizeOf(picture.url, { w: 160, format: 'webp' });
    const { headers } = await ask(app, address);
    const again = await app.request.get(address).set('If-None-Match', String(headers.etag));
    expect(again.status).toBe(304);
    const head = await app.request.head(address);
    expect([head.status, head.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('ratio – crops around the focal point, whose change creates a new URL', async () => {
    const file = await files.upload('focus.jpg', await striped('jpeg'));
    const square = { w: 160, ratio: '1:1', format: 'png' };
    const centred = await ask(app, sizeOf(await readUrl(app, file.id), square));
    expect(await sharp(centred.body).metadata()).toMatchObject({ width: 160, height: 160 });
    expect(await colourOf(centred.body)).toBe('0f0');

    await files.describe(file.id, { focalPoint: { x: 95, y: 50 } });
    const movedUrl = await readUrl(app, file.id);
    expect(movedUrl).not.toBe(file.url);
    const right = await ask(app, sizeOf(movedUrl, square));
    expect(right.headers['cache-control']).toBe(IMMUTABLE);
    expect(await colourOf(right.body)).toBe('00f');

    await files.describe(file.id, { focalPoint: { x: 95, y: 50 }, caption: 'x' });
    expect(await readUrl(app, file.id)).toBe(movedUrl);
  });

  it('replaced file – has a new URL', async () => {
    const file = await files.upload('before.png', await make.png(300, 200));
    const before = await ask(app, sizeOf(file.url, { w: 160, format: 'png' }));
    const replaced = await files.replace(file.id, 'after.png', await striped('png'));
    const { url } = replaced;
    expect(nameIn(url)).toBe(nameIn(file.url));
    expect(new URL(url, 'http://here').searchParams.get('v')).toMatch(/^[0-9a-f]{8}$/);
    expect(new URL(await readUrl(app, file.id), 'http://here').searchParams.get('v')).toBe(
      new URL(url, 'http://here').searchParams.get('v'),
    );

    const after = await ask(app, sizeOf(url, { w: 160, format: 'png' }));
    expect(after.headers['cache-control']).toBe(IMMUTABLE);
    expect(after.body.equals(before.body)).toBe(false);
    expect(await colourOf(after.body)).toBe('0f0');

    // The former URL shows the current picture, and is cached for a minute only.
    const old = await ask(app, sizeOf(file.url, { w: 160, format: 'png' }));
    expect(old.body.equals(after.body)).toBe(true);
    expect(old.headers['cache-control']).toBe('public, max-age=60');
  });

  it('missing file – returns 404', async () => {
    const file = await files.upload('lost.png', await make.png(300, 200));
    storage.lose(app, nameIn(file.url));
    const { status, code } = await ask(app, sizeOf(file.url, { w: 160 }));
    expect([status, code]).toEqual([404, 'PICTURE_NOT_FOUND']);
  });

  it('storage unavailable – new sizes return 503, and created sizes 200', async () => {
    const createdSize = sizeOf(picture.url, { w: 480, format: 'webp' });
    await ask(app, createdSize);
    storage.setAway(app, true);
    try {
      const { status, code, headers } = await ask(
        app,
        sizeOf(picture.url, { w: 640, format: 'webp' }),
      );
      expect([status, code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['cache-control']).toBe('no-store');
      expect((await ask(app, createdSize)).status).toBe(200);
    } finally {
      storage.setAway(app, false);
    }
    expect((await ask(app, sizeOf(picture.url, { w: 640, format: 'webp' }))).status).toBe(200);
  });

  it('is created from JPEG, WebP, AVIF and TIFF', async () => {
    for (const format of ['jpeg', 'webp', 'avif', 'tiff'] as const) {
      const file = await files.upload(`kind.${format}`, await striped(format));
      const { status, body } = await ask(app, sizeOf(file.url, { w: 320, format: 'png' }));
      expect([format, status]).toEqual([format, 200]);
      expect(await colourOf(body, 0.1)).toBe('f00');
    }
  });

  it.each(['gif', 'webp'] as const)('animated picture – remains animated: %s', async (format) => {
    const file = await files.upload(`moving.${format}`, await make.animation(format));
    const address = sizeOf(file.url, { w: 160, ratio: '1:1' });
    const webp = await ask(app, address, BROWSER);
    expect(webp.headers['content-type']).toBe('image/webp');
    const gif = await ask(app, address);
    expect(gif.headers['content-type']).toBe('image/gif');
    for (const { body } of [webp, gif]) {
      const metadata = await sharp(body).metadata();
      expect([metadata.width, metadata.height, metadata.pages]).toEqual([160, 160, 3]);
    }
    const stillPicture = await ask(app, sizeOf(file.url, { w: 160, format: 'jpeg' }));
    expect((await sharp(stillPicture.body).metadata()).pages ?? 1).toBe(1);
  });

  it('TIFF with several pictures – uses the first', async () => {
    const file = await files.upload('scan.tif', await make.pyramid(900, 600));
    for (const accept of [BROWSER, '*/*']) {
      const { status, body } = await ask(app, sizeOf(file.url, { w: 320 }), accept);
      expect(status).toBe(200);
      const { width, height, pages = 1 } = await sharp(body).metadata();
      expect([width, height, pages]).toEqual([320, 213, 1]);
    }
  });

  it('photo – is rotated upright and has no EXIF data', async () => {
    const bytes = await make.lyingPhoto('jpeg', { width: 600, height: 400 });
    const file = await files.upload('lying.jpg', bytes);
    const { body } = await ask(app, sizeOf(file.url, { w: 160, format: 'jpeg' }));
    const { width, height, exif, orientation } = await sharp(body).metadata();
    expect([width, height, exif, orientation]).toEqual([160, 240, undefined, undefined]);
  });
});
