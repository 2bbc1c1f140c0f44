import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Semaphore } from 'async-mutex';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { withFileSource } from '../../../../platform/storage/metadata/edits';
import {
  readExifRights,
  readRights,
  writeXmp,
  type Rights,
} from '../../../../platform/storage/metadata/rights';

const MEGAPIXEL = 1_000_000;

/** What a picture's header says of it. */
export type Header = Metadata;

/** EXIF's number for a picture whose pixels are in the order in which they are to be seen. */
const UPRIGHT = 1;

/** The quality of what is encoded again only to turn it. */
const QUALITY = 95;

/** Formats whose pages are the frames of an animation, all of one size; those of others are pictures of their own. */
const moving: ReadonlySet<string> = new Set(['gif', 'webp']);

/** Whether a picture is an animation. */
export const moves = ({ format, pages = 1 }: Header): boolean => pages > 1 && moving.has(format);

/** Whether a file holds several pictures, such as the pages of a scan, or one picture in several sizes. */
export const isAlbum = (header: Header): boolean => (header.pages ?? 1) > 1 && !moves(header);

/** Pixels that have to be decoded to show all of a picture, every frame of an animation included. */
export const pixelsOf = ({ width, height, pages = 1 }: Header): number => width * height * pages;

/**
 * Reads a picture's header, without decoding it; null where a file is no picture that can be read.
 *
 * @param file the path of the file, or its content, all of which is in memory meanwhile
 */
export const readHeader = async (file: string | NodeJS.ReadableStream): Promise<Header | null> => {
  try {
    return await sharp(typeof file === 'string' ? file : await buffer(file)).metadata();
  } catch {
    return null;
  }
};

/**
 * Whether every pixel of a picture can be decoded, of all frames where it moves, and of the first where there are several
 * in a file; what was cut off cannot. It is shrunk to a pixel, for a sixth of what `stats` takes, which besides believes
 * interlaced PNGs that end half way. The crop, of nothing, is there because a JPEG that is only shrunk is decoded at an
 * eighth of its size, and damage is passed over.
 *
 * @param file the path of the file
 * @param header what `readHeader` said of it
 */
export const decodes = async (file: string, header: Header): Promise<boolean> => {
  const { width, height } = header;
  try {
    await sharp(file, { animated: moves(header) })
      .extract({ left: 0, top: 0, width, height })
      .resize(1, 1, { fit: 'fill' })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
};

/**
 * Limits what is decoded at once in this process: several small pictures, or one as large as they may be.
 * Memory follows the pixels, some 10 bytes each, however small the file is.
 *
 * @param maxPixels the pixels that may be in memory at once
 */
export const createDecoding = (maxPixels: number) => {
  const megapixelsAtOnce = Math.max(1, Math.ceil(maxPixels / MEGAPIXEL));
  const semaphore = new Semaphore(megapixelsAtOnce);

  return {
    /** Runs work that decodes so many pixels, once there is room for them. */
    run: <T>(pixels: number, work: () => Promise<T>): Promise<T> =>
      semaphore.runExclusive(
        work,
        Math.min(megapixelsAtOnce, Math.max(1, Math.ceil(pixels / MEGAPIXEL))),
      ),
  };
};

export type Decoding = ReturnType<typeof createDecoding>;

type Encoded = { path: string; width: number; height: number; bytes: number };

/** Formats that the media library's size optimisation encodes again, at its quality. */
const optimizable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff']);

const OPTIMIZED_QUALITY = 80;

/** Spaces whose profile still fits the pixels once they are encoded. */
const profiled: ReadonlySet<string> = new Set(['srgb', 'rgb16']);

/** The notices of rights in a picture. A TIFF is a block of EXIF itself, a PNG may have them as texts of its own. */
const rightsOf = async (file: string, header: Header): Promise<Rights> => {
  const { format, exif, xmp, iptc, comments = [] } = header;
  const textOf = (keyword: string): string | undefined =>
    comments.find((comment) => comment.keyword === keyword)?.text;
  const [copyright, author] = [textOf('Copyright'), textOf('Author')];
  return {
    ...(copyright !== undefined && { copyright }),
    ...(author !== undefined && { creators: [author] }),
    ...(format === 'tiff' ? await withFileSource(file, readExifRights) : {}),
    ...(await readRights({ exif, xmp, iptc })),
  };
};

/** Has a picture keep its colours and its notices of rights, of all that its file says. */
const keepRights = (picture: Sharp, { space }: Header, rights: Rights): void => {
  const { copyright, creators } = rights;
  if (profiled.has(space)) picture.keepIccProfile();
  const exif = {
    ...(copyright !== undefined && { Copyright: copyright }),
    ...(creators !== undefined && { Artist: creators.join('; ') }),
  };
  if (Object.keys(exif).length > 0) picture.withExif({ IFD0: exif });
  const xmp = writeXmp(rights);
  if (xmp !== null) picture.withXmp(xmp.toString());
};

/**
 * Writes a copy of a picture with its pixels turned as its EXIF orientation says, and without the tag, in fewer bytes
 * where the media library asks for it; null where it can stay as it is. AVIF is turned by whoever decodes it, animations
 * cannot be turned.
 *
 * @param file the path of the picture
 * @param header what `readHeader` said of it
 * @param folder where the copy is put
 */
export const encodeForStorage = async (
  file: string,
  header: Header,
  { folder, isOptimized }: { folder: string; isOptimized: boolean },
): Promise<Encoded | null> => {
  const { orientation = UPRIGHT, pages = 1, format } = header;
  const isTurned = orientation !== UPRIGHT && pages === 1 && format !== 'heif';
  const isSmaller = isOptimized && optimizable.has(format);
  if (!isTurned && !isSmaller) return null;
  const target = path.join(folder, `encoded-${path.basename(file)}`);
  const picture = sharp(file, { animated: moves(header) });
  if (isTurned) picture.autoOrient();
  keepRights(picture, header, await rightsOf(file, header));
  const quality = isSmaller ? OPTIMIZED_QUALITY : QUALITY;
  if (format === 'jpeg' || format === 'webp') picture[format]({ quality });
  if (format === 'png' && isSmaller) picture.png({ quality });
  if (format === 'tiff') picture.tiff(isSmaller ? { quality } : { compression: 'lzw' });
  const { width, height, pageHeight, size } = await picture.toFormat(format).toFile(target);
  return { path: target, width, height: pageHeight ?? height, bytes: size };
};
