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

const editor = () => panel(service, 'catalogue-editor');

const onDisk = (url: string): string =>
  path.join(service.database.publicDir, new URL(url, 'http://here').pathname);

const proc = (name: string): string => `/proc/${service.pid}/${name}`;

/** Starts to measure the service's peak memory; only Linux reports it. */
const watchMemory = (): (() => number) => {
  if (!existsSync(proc('clear_refs'))) return () => 0;
  const megabytes = (what: string): number =>
    Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(proc('status'), 'utf8'))?.[1]) /
    1024;
  // Resets the peak: man 5 proc.
  writeFileSync(proc('clear_refs'), '5');
  const before = megabytes('VmRSS');
  return () => megabytes('VmHWM') - before;
};

const settings = (values: Record<string, boolean>) =>
  service.people['strapi-super-admin'].put('/upload/settings', {
    sizeOptimization: true,
    responsiveDimensions: true,
    autoOrientation: false,
    aiMetadata: false,
    ...values,
  });

describe('A picture of hundreds of megapixels in a small file', () => {
  it('should be refused before it is decoded', async () => {
    const bytes = make.hugePng(16_000, 16_000);
    expect(bytes.length).toBeLessThan(3_300_000);
    const stored = service.stored();
    const grown = watchMemory();
    const answers = await Promise.all(
      [editor(), contentApi(service), editor()].map((door) =>
        door.send([{ name: 'huge.png', type: 'image/png', bytes }]),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(refusalIn(answer)).toMatchObject({
        message: expect.stringContaining('“huge.png”') as string,
        details: { code: 'IMAGE_TOO_LARGE' },
      });
    }
    // Decoded, it takes more than a gigabyte.
    expect(grown()).toBeLessThan(150);
    expect(service.stored()).toEqual(stored);
  });

  it('should be refused as an animation too', async () => {
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
    const answer = await editor().send([{ name: 'long.webp', type: 'image/webp', bytes }]);
    expect(refusalIn(answer).details.code).toBe('IMAGE_TOO_LARGE');
  });

  it('should not take the memory of all that are sent at once', async () => {
    const bytes = await make.png(6000, 6000);
    const grown = watchMemory();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        editor().send([{ name: 'large.png', type: 'image/png', bytes }]),
      ),
    );
    for (const answer of answers) expect(fileIn(answer).width).toBe(6000);
    // Decoding one takes some 230 MB, all four at once some 720 MB.
    expect(grown()).toBeLessThan(500);
  });
});

describe.each([
  ['as it is set at first', {}],
  ['without optimisation', { sizeOptimization: false }],
  ['with every size', { sizeOptimization: false, responsiveDimensions: true }],
  ['with the media library’s own turning', { autoOrientation: true }],
])('A photo that lies on its side, %s', (_, values) => {
  beforeAll(async () => {
    expect((await settings(values)).status).toBe(200);
  });

  const expectUpright = async (stored: StoredFile): Promise<void> => {
    expect(stored).toMatchObject({ width: 800, height: 1200 });
    const files = [stored, ...Object.values(stored.formats ?? {})];
    expect(files.length).toBeGreaterThan(1);
    for (const { url, width, height } of files) {
      const { orientation = 1, ...header } = await sharp(onDisk(url)).metadata();
      expect({ orientation, width: header.width, height: header.height }).toEqual({
        orientation: 1,
        width,
        height,
      });
      expect((height ?? 0) > (width ?? 0)).toBe(true);
      // Rotated by a quarter to the right, the left half becomes the upper one.
      const { data, info } = await sharp(onDisk(url))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (row: number) => [
        ...data.subarray(row * info.width * 3, row * info.width * 3 + 3),
      ];
      const [red, blue] = [at(1), at(info.height - 2)];
      expect((red[0] ?? 0) > 200 && (red[2] ?? 255) < 60).toBe(true);
      expect((blue[2] ?? 0) > 200 && (blue[0] ?? 255) < 60).toBe(true);
    }
  };

  it.each(['jpeg', 'webp', 'png', 'tiff'] as const)(
    'should be stored upright as %s',
    async (format) => {
      const photo = {
        name: `photo.${format}`,
        type: `image/${format}`,
        bytes: await make.lyingPhoto(format, { width: 1200, height: 800 }),
      };
      const stored = fileIn(await editor().send([photo]));
      await expectUpright(stored);
      await expectUpright(fileIn(await contentApi(service).send([photo])));
      await expectUpright(
        fileIn(await editor().send([photo], `/upload/files/${stored.id}/replace`)),
      );
    },
  );
});

describe('A picture', () => {
  beforeAll(async () => {
    await settings({});
  });

  it('that was cut off should be refused', async () => {
    for (const bytes of [
      (await make.jpeg(900, 900)).subarray(0, 3000),
      (await make.png(900, 900)).subarray(0, 200),
      (await make.interlacedPng(900, 900)).subarray(0, 200),
      (await make.animation('webp')).subarray(0, 60),
    ]) {
      const answer = await editor().send([{ name: 'cut.jpg', type: 'image/jpeg', bytes }]);
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).details.code).toBe('IMAGE_UNREADABLE');
    }
  });

  it.each(['gif', 'webp'] as const)(
    'that moves, with a frame that is damaged, should be refused as %s',
    async (format) => {
      const bytes = await make.damagedAnimation(format);
      expect((await sharp(bytes).stats()).channels).not.toHaveLength(0);
      const answer = await editor().send([
        { name: `moves.${format}`, type: `image/${format}`, bytes },
      ]);
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).details.code).toBe('IMAGE_UNREADABLE');
    },
  );

  it('in a file of several should be stored as it was sent', async () => {
    const bytes = await make.pyramid(900, 600);
    const pages = Number((await sharp(bytes).metadata()).pages);
    expect(pages).toBeGreaterThan(1);
    for (const door of [editor(), contentApi(service)]) {
      const answer = await door.send([{ name: 'scan.tif', type: 'image/tiff', bytes }]);
      expect(answer.status).toBe(201);
      const stored = fileIn(answer);
      expect(stored).toMatchObject({ width: 900, height: 600, formats: null });
      expect(readFileSync(onDisk(stored.url)).equals(bytes)).toBe(true);
    }
  });

  it('of a kind that is not decoded here should be refused by name', async () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
      Buffer.alloc(64),
    ]);
    const bitmap = Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]);
    for (const [name, bytes] of [
      ['photo.heic', heic],
      ['photo.bmp', bitmap],
    ] as const) {
      const answer = await editor().send([{ name, type: 'image/heic', bytes }]);
      expect(refusalIn(answer)).toMatchObject({
        message: expect.stringContaining(name) as string,
        details: { code: 'IMAGE_UNREADABLE' },
      });
    }
  });

  it.each(['gif', 'webp'] as const)('that moves should go on moving, as %s', async (format) => {
    const bytes = await make.animation(format);
    const stored = fileIn(await editor().send([{ name: `a.${format}`, type: '', bytes }]));
    expect(stored).toMatchObject({ width: 300, height: 200 });
    expect((await sharp(onDisk(stored.url)).metadata()).pages).toBe(3);
    expect((await sharp(onDisk(stored.formats?.thumbnail?.url ?? '')).metadata()).pages).toBe(3);
  });

  it.each(['avif', 'tiff'] as const)('should be taken as %s', async (format) => {
    const bytes = await sharp(await make.png(300, 200))
      .toFormat(format)
      .toBuffer();
    const stored = fileIn(await editor().send([{ name: `a.${format}`, type: '', bytes }]));
    expect(stored.mime).toBe(`image/${format}`);
  });
});
