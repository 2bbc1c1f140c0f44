import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { refusalIn } from '../integrity/refusal';
import * as make from './files';
import { contentApi, fileIn, panel, startUploadProcess, type StoredFile } from './service';

let service: Awaited<ReturnType<typeof startUploadProcess>>;

beforeAll(async () => {
  service = await startUploadProcess();
});

afterAll(() => service.stop());

const editorEndpoint = () => panel(service, 'catalogue-editor');

const diskPath = (url: string): string =>
  path.join(service.database.publicDir, new URL(url, 'http://here').pathname);

const procPath = (name: string): string => `/proc/${service.pid}/${name}`;

/** Starts to measure the service's peak memory, which only Linux reports. */
const watchMemory = (): (() => number) => {
  if (!existsSync(procPath('clear_refs'))) return () => 0;
  const readMegabytes = (field: string): number =>
    Number(
      new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(procPath('status'), 'utf8'))?.[1],
    ) / 1024;
  // Resets the peak: man 5 proc.
  writeFileSync(procPath('clear_refs'), '5');
  const before = readMegabytes('VmRSS');
  return () => readMegabytes('VmHWM') - before;
};

const saveSettings = (values: Record<string, boolean>) =>
  service.people['strapi-super-admin'].put('/upload/settings', {
    sizeOptimization: true,
    responsiveDimensions: true,
    autoOrientation: false,
    aiMetadata: false,
    ...values,
  });

describe('small file with hundreds of megapixels', () => {
  it('is refused before it is decoded', async () => {
    const bytes = make.hugePng(16_000, 16_000);
    expect(bytes.length).toBeLessThan(3_300_000);
    const storedBefore = service.stored();
    const readGrowth = watchMemory();
    const answers = await Promise.all(
      [editorEndpoint(), contentApi(service), editorEndpoint()].map((endpoint) =>
        endpoint.send([{ name: 'huge.png', type: 'image/png', bytes }]),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(refusalIn(answer)).toMatchObject({
        message: expect.stringContaining('“huge.png”') as string,
        details: { code: 'IMAGE_TOO_LARGE' },
      });
    }
    // The decoded picture takes more than a gigabyte.
    expect(readGrowth()).toBeLessThan(150);
    expect(service.stored()).toEqual(storedBefore);
  });

  it('animation – is refused, too', async () => {
    const frames = await Promise.all(
      ['#100', '#200', '#300', '#400', '#500', '#600'].map((background) =>
        sharp({ create: { width: 3000, height: 3000, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ effort: 0 })
      .toBuffer();
    const answer = await editorEndpoint().send([{ name: 'long.webp', type: 'image/webp', bytes }]);
    expect(refusalIn(answer).details.code).toBe('IMAGE_TOO_LARGE');
  });

  it('four large pictures in parallel – are not decoded all at once', async () => {
    const bytes = await make.png(6000, 6000);
    const readGrowth = watchMemory();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        editorEndpoint().send([{ name: 'large.png', type: 'image/png', bytes }]),
      ),
    );
    for (const answer of answers) expect(fileIn(answer).width).toBe(6000);
    // Decoding one takes some 230 MB, all four at once some 720 MB.
    expect(readGrowth()).toBeLessThan(500);
  });
});

describe.each([
  ['with the default settings', {}],
  ['without optimisation', { sizeOptimization: false }],
  ['with all sizes', { sizeOptimization: false, responsiveDimensions: true }],
  ['with rotation by the media library', { autoOrientation: true }],
])('photo stored sideways, %s', (_, values) => {
  beforeAll(async () => {
    expect((await saveSettings(values)).status).toBe(200);
  });

  const expectUpright = async (storedFile: StoredFile): Promise<void> => {
    expect(storedFile).toMatchObject({ width: 800, height: 1200 });
    const files = [storedFile, ...Object.values(storedFile.formats ?? {})];
    expect(files.length).toBeGreaterThan(1);
    for (const { url, width, height } of files) {
      const { orientation = 1, ...header } = await sharp(diskPath(url)).metadata();
      expect({ orientation, width: header.width, height: header.height }).toEqual({
        orientation: 1,
        width,
        height,
      });
      expect((height ?? 0) > (width ?? 0)).toBe(true);
      // After a rotation by a quarter to the right, the left half is the upper one.
      const { data, info } = await sharp(diskPath(url))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixelAt = (row: number) => [
        ...data.subarray(row * info.width * 3, row * info.width * 3 + 3),
      ];
      const [red, blue] = [pixelAt(1), pixelAt(info.height - 2)];
      expect((red[0] ?? 0) > 200 && (red[2] ?? 255) < 60).toBe(true);
      expect((blue[2] ?? 0) > 200 && (blue[0] ?? 255) < 60).toBe(true);
    }
  };

  it.each(['jpeg', 'webp', 'png', 'tiff'] as const)('%s – is stored upright', async (format) => {
    const photo = {
      name: `photo.${format}`,
      type: `image/${format}`,
      bytes: await make.lyingPhoto(format, { width: 1200, height: 800 }),
    };
    const storedFile = fileIn(await editorEndpoint().send([photo]));
    await expectUpright(storedFile);
    await expectUpright(fileIn(await contentApi(service).send([photo])));
    await expectUpright(
      fileIn(await editorEndpoint().send([photo], `/upload/files/${storedFile.id}/replace`)),
    );
  });
});

describe('picture', () => {
  beforeAll(async () => {
    await saveSettings({});
  });

  it('truncated – is refused', async () => {
    for (const bytes of [
      (await make.jpeg(900, 900)).subarray(0, 3000),
      (await make.png(900, 900)).subarray(0, 200),
      (await make.interlacedPng(900, 900)).subarray(0, 200),
      (await make.animation('webp')).subarray(0, 60),
    ]) {
      const answer = await editorEndpoint().send([{ name: 'cut.jpg', type: 'image/jpeg', bytes }]);
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).details.code).toBe('IMAGE_UNREADABLE');
    }
  });

  it.each(['gif', 'webp'] as const)(
    'animation with a damaged frame – is refused as %s',
    async (format) => {
      const bytes = await make.damagedAnimation(format);
      expect((await sharp(bytes).stats()).channels).not.toHaveLength(0);
      const answer = await editorEndpoint().send([
        { name: `moves.${format}`, type: `image/${format}`, bytes },
      ]);
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).details.code).toBe('IMAGE_UNREADABLE');
    },
  );

  it('one of several pages – is stored unchanged', async () => {
    const bytes = await make.pyramid(900, 600);
    const pages = Number((await sharp(bytes).metadata()).pages);
    expect(pages).toBeGreaterThan(1);
    for (const endpoint of [editorEndpoint(), contentApi(service)]) {
      const answer = await endpoint.send([{ name: 'scan.tif', type: 'image/tiff', bytes }]);
      expect(answer.status).toBe(201);
      const storedFile = fileIn(answer);
      expect(storedFile).toMatchObject({ width: 900, height: 600, formats: null });
      expect(readFileSync(diskPath(storedFile.url)).equals(bytes)).toBe(true);
    }
  });

  it('format without a decoder – is refused with the file name', async () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
      Buffer.alloc(64),
    ]);
    const bitmap = Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]);
    for (const [name, bytes] of [
      ['photo.heic', heic],
      ['photo.bmp', bitmap],
    ] as const) {
      const answer = await editorEndpoint().send([{ name, type: 'image/heic', bytes }]);
      expect(refusalIn(answer)).toMatchObject({
        message: expect.stringContaining(name) as string,
        details: { code: 'IMAGE_UNREADABLE' },
      });
    }
  });

  it.each(['gif', 'webp'] as const)('animation – stays animated, as %s', async (format) => {
    const bytes = await make.animation(format);
    const storedFile = fileIn(
      await editorEndpoint().send([{ name: `a.${format}`, type: '', bytes }]),
    );
    expect(storedFile).toMatchObject({ width: 300, height: 200 });
    expect((await sharp(diskPath(storedFile.url)).metadata()).pages).toBe(3);
    expect((await sharp(diskPath(storedFile.formats?.thumbnail?.url ?? '')).metadata()).pages).toBe(
      3,
    );
  });

  it.each(['avif', 'tiff'] as const)('%s – is accepted', async (format) => {
    const bytes = await sharp(await make.png(300, 200))
      .toFormat(format)
      .toBuffer();
    const storedFile = fileIn(
      await editorEndpoint().send([{ name: `a.${format}`, type: '', bytes }]),
    );
    expect(storedFile.mime).toBe(`image/${format}`);
  });
});
