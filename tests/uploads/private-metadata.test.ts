import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import {
  applyEdits,
  bufferSource,
  editBytes,
  orderEdits,
  sizeAfter,
  withFileSource,
  type Edit,
} from '../../src/platform/storage/metadata/edits';
import { findPrivateMetadata } from '../../src/platform/storage/metadata/find-private-metadata';
import {
  MetadataNotRemovable,
  MetadataUnreadable,
} from '../../src/platform/storage/metadata/metadata-unreadable';
import { readRights } from '../../src/platform/storage/metadata/rights';
import '../support/seed';
import * as make from './files';
import * as files from './private-files';

const clean = async (bytes: Buffer): Promise<Buffer> =>
  editBytes(bytes, await findPrivateMetadata(bufferSource(bytes)));

const pixelsOf = async (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { animated: !/^(?:II|MM)/.test(bytes.toString('latin1', 0, 2)) })
    .raw()
    .toBuffer();

describe('findPrivateMetadata – a picture', () => {
  it('leaves pixels, colours and notices, and nothing else', async () => {
    for (const { name, bytes, kept } of await files.privatePictures()) {
      expect([name, files.secretsIn(bytes)]).not.toEqual([name, []]);
      const cleaned = await clean(bytes);
      expect([name, files.secretsIn(cleaned)]).toEqual([name, []]);
      for (const text of kept)
        expect([name, text, cleaned.includes(text)]).toEqual([name, text, true]);
      expect([name, (await pixelsOf(cleaned)).equals(await pixelsOf(bytes))]).toEqual([name, true]);
      const { icc } = await sharp(bytes).metadata();
      expect([name, (await sharp(cleaned).metadata()).icc]).toEqual([name, icc]);
      // A second run has nothing to remove.
      expect([name, (await clean(cleaned)).equals(cleaned)]).toEqual([name, true]);
    }
  });

  it('without metadata – stays as it is', async () => {
    for (const bytes of [
      await make.png(),
      await make.interlacedPng(40, 30),
      await make.animation('gif'),
      await make.animation('webp'),
      await make.pyramid(900, 600),
      await sharp(await make.png())
        .avif({ effort: 0 })
        .toBuffer(),
      await sharp(await make.png())
        .webp({ lossless: true })
        .toBuffer(),
      await sharp(await make.png())
        .jpeg({ mozjpeg: true })
        .toBuffer(),
    ]) {
      expect((await clean(bytes)).equals(bytes)).toBe(true);
    }
  });

  it('that lies on its side – says so still', async () => {
    for (const format of ['jpeg', 'webp', 'png', 'tiff'] as const) {
      const bytes = await make.lyingPhoto(format, { width: 60, height: 40 });
      const { orientation } = await sharp(await clean(bytes)).metadata();
      expect([format, orientation]).toEqual([format, 6]);
    }
  });

  it('of an AVIF without notices – has no EXIF and no XMP', async () => {
    const bytes = await sharp(await make.png())
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSMapDatum: 'WGS-84' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">WGS-84</x:xmpmeta>')
      .avif({ effort: 0 })
      .toBuffer();
    const cleaned = await clean(bytes);
    expect(cleaned.includes('WGS-84')).toBe(false);
    expect((await pixelsOf(cleaned)).equals(await pixelsOf(bytes))).toBe(true);
    expect(await sharp(cleaned).metadata()).not.toMatchObject({
      exif: expect.anything() as object,
    });
    expect(await sharp(cleaned).metadata()).not.toMatchObject({ xmp: expect.anything() as object });
  });
});

describe('findPrivateMetadata – a film, a recording or a document', () => {
  it('leaves its data, titles and notices, at the same offsets', async () => {
    for (const { name, bytes, kept } of await files.privateMedia()) {
      expect([name, files.secretsIn(bytes)]).not.toEqual([name, []]);
      const cleaned = await clean(bytes);
      expect([name, files.secretsIn(cleaned)]).toEqual([name, []]);
      for (const text of kept)
        expect([name, text, cleaned.includes(text)]).toEqual([name, text, true]);
      expect([name, cleaned.indexOf(files.FILM)]).toEqual([name, bytes.indexOf(files.FILM)]);
      expect([name, (await clean(cleaned)).equals(cleaned)]).toEqual([name, true]);
    }
  });

  it('of Ogg – has the checksums of its pages', async () => {
    const [file] = (await files.privateMedia()).filter(({ name }) => name.endsWith('.ogg'));
    const bytes = file?.bytes ?? Buffer.alloc(0);
    expect(files.hasOggChecksums(bytes)).toBe(true);
    expect(files.hasOggChecksums(await clean(bytes))).toBe(true);
  });
});

describe('findPrivateMetadata – a film in fragments', () => {
  /** The positions of sound and picture. */
  const filmAt = (bytes: Buffer): number[] => {
    const found: number[] = [];
    for (let at = bytes.indexOf(files.FILM); at >= 0; at = bytes.indexOf(files.FILM, at + 1)) {
      found.push(at);
    }
    return found;
  };

  it.each([
    ['sizes in the fragments', { hasSizes: true }],
    ['one size for all samples', { hasSizes: false }],
    ['metadata before the film', { hasSizes: false, tracks: [2, 1] }],
    ['metadata that begins where the film ends', { hasSizes: true, hasOwnBase: false }],
  ])('%s – loses its samples of metadata, and keeps all others', async (_, options) => {
    const bytes = files.fragmentedFilm(options);
    const cleaned = await clean(bytes);
    expect(files.secretsIn(cleaned)).toEqual([]);
    expect([cleaned.length, filmAt(cleaned)]).toEqual([bytes.length, filmAt(bytes)]);
    expect(filmAt(bytes)).toHaveLength(files.SECRETS.length);
    expect((await clean(cleaned)).equals(cleaned)).toBe(true);
  });

  it('a track that begins where metadata ends, and fragments without their film – are refused', async () => {
    const chained = files.fragmentedFilm({ hasSizes: true, hasOwnBase: false, tracks: [2, 1] });
    await expect(clean(chained)).rejects.toThrow(MetadataNotRemovable);
    const film = files.fragmentedFilm({ hasSizes: true });
    const begin = film.indexOf('moof') - 4;
    const alone = Buffer.concat([Buffer.from('\0\0\0\x10stypmsdh\0\0\0\0'), film.subarray(begin)]);
    await expect(clean(alone)).rejects.toThrow(MetadataNotRemovable);
  });

  it('a fragment for each picture – is read with few reads', async () => {
    const film = files.fragmentedFilm({ hasSizes: true });
    const begin = film.indexOf('moof') - 4;
    const fragments = Array.from({ length: 3_000 }, () => film.subarray(begin));
    const long = Buffer.concat([film.subarray(0, begin), ...fragments]);
    expect(files.secretsIn(await clean(long))).toEqual([]);
  });
});

describe('findPrivateMetadata – a signed PDF', () => {
  const SIGNATURE = '2 0 obj<</Type/Sig/ByteRange [0 10 20 30]>>endobj\n';

  it('with photos of a camera – is refused', async () => {
    await expect(clean(await files.pdf(SIGNATURE))).rejects.toThrow(MetadataNotRemovable);
  });

  it('without any – stays as it is', async () => {
    const bytes = await clean(await files.pdf());
    const signed = Buffer.concat([bytes, Buffer.from(SIGNATURE)]);
    expect((await clean(signed)).equals(signed)).toBe(true);
  });
});

describe('findPrivateMetadata – a damaged file', () => {
  it('a WebP whose last chunk claims four gigabytes – keeps a size that is true', async () => {
    const chunk = Buffer.from('XXXX\xff\xff\xff\xff', 'latin1');
    const picture = Buffer.concat([await make.animation('webp'), chunk]);
    picture.writeUInt32LE(picture.length - 8, 4);
    const cleaned = await clean(picture);
    expect(cleaned.readUInt32LE(4)).toBe(cleaned.length - 8);
  });

  it('ends, and never grows by more than the notices', async () => {
    const samples = [...(await files.privatePictures()), ...(await files.privateMedia())];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.tuple(fc.nat({ max: 4000 }), fc.nat({ max: 255 })), { maxLength: 20 }),
        async ({ bytes }, share, changes) => {
          const damaged = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * share)));
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          const cleaned = await clean(damaged).catch((error: unknown) => {
            expect(error).toBeInstanceOf(MetadataUnreadable);
            return damaged;
          });
          expect(cleaned.length).toBeLessThan(bytes.length + 4000);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('applyEdits', () => {
  it('any edits of a file and of memory – gives the same bytes, as many as sizeAfter says', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'edits-'));
    const file = path.join(folder, 'file');
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251));
    writeFileSync(file, bytes);
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record(
              {
                from: fc.nat({ max: 210_000 }),
                length: fc.nat({ max: 90_000 }),
                bytes: fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array)),
              },
              { requiredKeys: ['from', 'length'] },
            ),
            { maxLength: 6 },
          ),
          async (drawn) => {
            const edits: Edit[] = orderEdits(
              drawn.map(({ length, ...edit }) => ({ ...edit, to: edit.from + length })),
              bytes.length,
            );
            const parts = await withFileSource(file, async (source) => {
              const read: Buffer[] = [];
              for await (const part of applyEdits(source, edits)) read.push(Buffer.from(part));
              return read;
            });
            const edited = Buffer.concat(parts);
            expect(edited.length).toBe(sizeAfter(bytes.length, edits));
            expect(edited.equals(await editBytes(bytes, edits))).toBe(true);
          },
        ),
        { numRuns: 30 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** A directory of a little-endian TIFF: the number of entries, the entries, and the position of the next one. */
const directory = (entries: readonly (readonly [tag: number, count: number, value: number])[]) => {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
  bytes.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, count, value], at) => {
    bytes.writeUInt16LE(tag, 2 + at * 12);
    bytes.writeUInt16LE(4, 4 + at * 12);
    bytes.writeUInt32LE(count, 6 + at * 12);
    bytes.writeUInt32LE(value, 10 + at * 12);
  });
  return bytes;
};

describe('findPrivateMetadata – a file made to keep the service busy', () => {
  const EXIF = 0x8769;
  const effortOf = async (bytes: Buffer): Promise<number> => {
    const source = bufferSource(bytes);
    let reads = 0;
    const counted = {
      size: source.size,
      read: (position: number, length: number) => {
        reads += 1;
        return source.read(position, length);
      },
    };
    await findPrivateMetadata(counted).catch((error: unknown) => {
      expect(error).toBeInstanceOf(MetadataUnreadable);
    });
    return reads;
  };

  it('a TIFF whose directories point at themselves – is read once', async () => {
    const head = Buffer.from('II*\0\x08\0\0\0', 'latin1');
    const first = directory([[EXIF, 1, 26]]);
    const loops = 8 + first.length;
    const circle = directory([
      [EXIF, 400, 4_000],
      [EXIF, 400, 4_000],
    ]);
    const offsets = Buffer.alloc(1_600);
    for (let at = 0; at < 400; at += 1) offsets.writeUInt32LE(loops, at * 4);
    const bytes = Buffer.alloc(5_600);
    for (const [at, part] of [
      [0, head],
      [8, first],
      [loops, circle],
      [4_000, offsets],
    ] as const)
      part.copy(bytes, at);
    expect(await effortOf(bytes)).toBeLessThan(5_000);
  });

  it('an MP4 of boxes without content – is refused after some reads', async () => {
    const box = Buffer.from('\0\0\0\x08free', 'latin1');
    const film = Buffer.concat([
      Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
      ...Array.from({ length: 100_000 }, () => box),
    ]);
    expect(await effortOf(film)).toBeLessThan(60_000);
  });

  it('a hundred thousand creators – are a hundred', async () => {
    const creators = '<dc:creator><a>b</a>'.repeat(100_000);
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:dc="x">${creators}`.slice(0, 1_000_000);
    const { creators: kept } = await readRights({ xmp: Buffer.from(xmp) });
    expect(kept).toHaveLength(100);
  });
});
