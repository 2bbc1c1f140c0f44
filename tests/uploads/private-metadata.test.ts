import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import {
  applyEdits,
  createBufferSource,
  editBytes,
  orderEdits,
  computeEditedSize,
  withFileSource,
  MetadataNotRemovable,
  MetadataUnreadable,
  type Edit,
} from '#platform/storage/metadata/edits';
import { findPrivateMetadata } from '#platform/storage/metadata/find-private-metadata';
import { readRights } from '#platform/storage/metadata/rights';
import '../support/seed';
import * as make from './files';
import * as files from './private-files';

const removeMetadata = async (bytes: Buffer): Promise<Buffer> =>
  editBytes(bytes, await findPrivateMetadata(createBufferSource(bytes)));

const readPixels = async (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { animated: !/^(?:II|MM)/.test(bytes.toString('latin1', 0, 2)) })
    .raw()
    .toBuffer();

describe('findPrivateMetadata – picture', () => {
  it('keeps only pixels, colours and notices', async () => {
    for (const { name, bytes, kept } of await files.privatePictures()) {
      expect([name, files.secretsIn(bytes)]).not.toEqual([name, []]);
      const cleaned = await removeMetadata(bytes);
      expect([name, files.secretsIn(cleaned)]).toEqual([name, []]);
      for (const text of kept)
        expect([name, text, cleaned.includes(text)]).toEqual([name, text, true]);
      expect([name, (await readPixels(cleaned)).equals(await readPixels(bytes))]).toEqual([
        name,
        true,
      ]);
      const { icc } = await sharp(bytes).metadata();
      expect([name, (await sharp(cleaned).metadata()).icc]).toEqual([name, icc]);
      // A second run has nothing to remove.
      expect([name, (await removeMetadata(cleaned)).equals(cleaned)]).toEqual([name, true]);
    }
  });

  it('without metadata – stays unchanged', async () => {
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
      expect((await removeMetadata(bytes)).equals(bytes)).toBe(true);
    }
  });

  it('rotated picture – keeps its orientation', async () => {
    for (const format of ['jpeg', 'webp', 'png', 'tiff'] as const) {
      const bytes = await make.lyingPhoto(format, { width: 60, height: 40 });
      const { orientation } = await sharp(await removeMetadata(bytes)).metadata();
      expect([format, orientation]).toEqual([format, 6]);
    }
  });

  it('AVIF without notices – has no EXIF and no XMP', async () => {
    const bytes = await sharp(await make.png())
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSMapDatum: 'WGS-84' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">WGS-84</x:xmpmeta>')
      .avif({ effort: 0 })
      .toBuffer();
    const cleaned = await removeMetadata(bytes);
    expect(cleaned.includes('WGS-84')).toBe(false);
    expect((await readPixels(cleaned)).equals(await readPixels(bytes))).toBe(true);
    expect(await sharp(cleaned).metadata()).not.toMatchObject({
      exif: expect.anything() as object,
    });
    expect(await sharp(cleaned).metadata()).not.toMatchObject({ xmp: expect.anything() as object });
  });
});

describe('findPrivateMetadata – film, recording or document', () => {
  it('keeps data, titles and notices, at the same offsets', async () => {
    for (const { name, bytes, kept } of await files.privateMedia()) {
      expect([name, files.secretsIn(bytes)]).not.toEqual([name, []]);
      const cleaned = await removeMetadata(bytes);
      expect([name, files.secretsIn(cleaned)]).toEqual([name, []]);
      for (const text of kept)
        expect([name, text, cleaned.includes(text)]).toEqual([name, text, true]);
      expect([name, cleaned.indexOf(files.FILM)]).toEqual([name, bytes.indexOf(files.FILM)]);
      expect([name, (await removeMetadata(cleaned)).equals(cleaned)]).toEqual([name, true]);
    }
  });

  it('Ogg – has correct checksums of its pages', async () => {
    const [file] = (await files.privateMedia()).filter(({ name }) => name.endsWith('.ogg'));
    const bytes = file?.bytes ?? Buffer.alloc(0);
    expect(files.hasOggChecksums(bytes)).toBe(true);
    expect(files.hasOggChecksums(await removeMetadata(bytes))).toBe(true);
  });
});

describe('findPrivateMetadata – fragmented film', () => {
  /** Returns the positions of sound and picture. */
  const findFilm = (bytes: Buffer): number[] => {
    const positions: number[] = [];
    for (let at = bytes.indexOf(files.FILM); at >= 0; at = bytes.indexOf(files.FILM, at + 1)) {
      positions.push(at);
    }
    return positions;
  };

  it.each([
    ['sizes in the fragments', { hasSizes: true }],
    ['one size for all samples', { hasSizes: false }],
    ['metadata before the film', { hasSizes: false, tracks: [2, 1] }],
    ['metadata that begins where the film ends', { hasSizes: true, hasOwnBase: false }],
  ])('%s – removes samples of metadata only', async (_, options) => {
    const bytes = files.fragmentedFilm(options);
    const cleaned = await removeMetadata(bytes);
    expect(files.secretsIn(cleaned)).toEqual([]);
    expect([cleaned.length, findFilm(cleaned)]).toEqual([bytes.length, findFilm(bytes)]);
    expect(findFilm(bytes)).toHaveLength(files.SECRETS.length);
    expect((await removeMetadata(cleaned)).equals(cleaned)).toBe(true);
  });

  it('track that begins where metadata ends, and fragments without their film – are refused', async () => {
    const chainedFilm = files.fragmentedFilm({ hasSizes: true, hasOwnBase: false, tracks: [2, 1] });
    await expect(removeMetadata(chainedFilm)).rejects.toThrow(MetadataNotRemovable);
    const film = files.fragmentedFilm({ hasSizes: true });
    const begin = film.indexOf('moof') - 4;
    const lonelyFragment = Buffer.concat([
      Buffer.from('\0\0\0\x10stypmsdh\0\0\0\0'),
      film.subarray(begin),
    ]);
    await expect(removeMetadata(lonelyFragment)).rejects.toThrow(MetadataNotRemovable);
  });

  it('one fragment for each picture – is read with few reads', async () => {
    const film = files.fragmentedFilm({ hasSizes: true });
    const begin = film.indexOf('moof') - 4;
    const fragments = Array.from({ length: 3_000 }, () => film.subarray(begin));
    const longFilm = Buffer.concat([film.subarray(0, begin), ...fragments]);
    expect(files.secretsIn(await removeMetadata(longFilm))).toEqual([]);
  });
});

describe('findPrivateMetadata – signed PDF', () => {
  const SIGNATURE = '2 0 obj<</Type/Sig/ByteRange [0 10 20 30]>>endobj\n';

  it('with photos of a camera – is refused', async () => {
    await expect(removeMetadata(await files.pdf(SIGNATURE))).rejects.toThrow(MetadataNotRemovable);
  });

  it('without such photos – stays unchanged', async () => {
    const bytes = await removeMetadata(await files.pdf());
    const signed = Buffer.concat([bytes, Buffer.from(SIGNATURE)]);
    expect((await removeMetadata(signed)).equals(signed)).toBe(true);
  });
});

describe('findPrivateMetadata – damaged file', () => {
  it('WebP whose last chunk claims four gigabytes – gets a correct size', async () => {
    const chunk = Buffer.from('XXXX\xff\xff\xff\xff', 'latin1');
    const picture = Buffer.concat([await make.animation('webp'), chunk]);
    picture.writeUInt32LE(picture.length - 8, 4);
    const cleaned = await removeMetadata(picture);
    expect(cleaned.readUInt32LE(4)).toBe(cleaned.length - 8);
  });

  it('random damage – ends, and grows at most by the notices', async () => {
    const samples = [...(await files.privatePictures()), ...(await files.privateMedia())];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.tuple(fc.nat({ max: 4000 }), fc.nat({ max: 255 })), { maxLength: 20 }),
        async ({ bytes }, share, changes) => {
          const damaged = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * share)));
          for (const [index, byte] of changes) if (index < damaged.length) damaged[index] = byte;
          const cleaned = await removeMetadata(damaged).catch((error: unknown) => {
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
  it('edits of a file and of memory – give the same bytes, with the length of computeEditedSize', async () => {
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
          async (drawnEdits) => {
            const edits: Edit[] = orderEdits(
              drawnEdits.map(({ length, ...edit }) => ({ ...edit, to: edit.from + length })),
              bytes.length,
            );
            const parts = await withFileSource(file, async (source) => {
              const readParts: Buffer[] = [];
              for await (const part of applyEdits(source, edits)) readParts.push(Buffer.from(part));
              return readParts;
            });
            const edited = Buffer.concat(parts);
            expect(edited.length).toBe(computeEditedSize(bytes.length, edits));
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

/**
 * Returns a directory of a little-endian TIFF: the number of entries, the entries, and the position of the
 * next one.
 */
const directory = (entries: readonly (readonly [tag: number, count: number, value: number])[]) => {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
  bytes.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, count, value], index) => {
    bytes.writeUInt16LE(tag, 2 + index * 12);
    bytes.writeUInt16LE(4, 4 + index * 12);
    bytes.writeUInt32LE(count, 6 + index * 12);
    bytes.writeUInt32LE(value, 10 + index * 12);
  });
  return bytes;
};

describe('findPrivateMetadata – file that causes many reads', () => {
  const EXIF = 0x8769;
  const countReads = async (bytes: Buffer): Promise<number> => {
    const source = createBufferSource(bytes);
    let reads = 0;
    const countingSource = {
      size: source.size,
      read: (position: number, length: number) => {
        reads += 1;
        return source.read(position, length);
      },
    };
    await findPrivateMetadata(countingSource).catch((error: unknown) => {
      expect(error).toBeInstanceOf(MetadataUnreadable);
    });
    return reads;
  };

  it('TIFF whose directories point at themselves – is read once', async () => {
    const head = Buffer.from('II*\0\x08\0\0\0', 'latin1');
    const first = directory([[EXIF, 1, 26]]);
    const circleAt = 8 + first.length;
    const circularDirectory = directory([
      [EXIF, 400, 4_000],
      [EXIF, 400, 4_000],
    ]);
    const offsets = Buffer.alloc(1_600);
    for (let at = 0; at < 400; at += 1) offsets.writeUInt32LE(circleAt, at * 4);
    const bytes = Buffer.alloc(5_600);
    for (const [index, part] of [
      [0, head],
      [8, first],
      [circleAt, circularDirectory],
      [4_000, offsets],
    ] as const)
      part.copy(bytes, index);
    expect(await countReads(bytes)).toBeLessThan(5_000);
  });

  it('MP4 of boxes without content – is refused after some reads', async () => {
    const box = Buffer.from('\0\0\0\x08free', 'latin1');
    const film = Buffer.concat([
      Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
      ...Array.from({ length: 100_000 }, () => box),
    ]);
    expect(await countReads(film)).toBeLessThan(60_000);
  });

  it('hundred thousand creators – are limited to a hundred', async () => {
    const creators = '<dc:creator><a>b</a>'.repeat(100_000);
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:dc="x">${creators}`.slice(0, 1_000_000);
    const { creators: creatorsRead } = await readRights({ xmp: Buffer.from(xmp) });
    expect(creatorsRead).toHaveLength(100);
  });
});
