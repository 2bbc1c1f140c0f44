import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Semaphore } from 'async-mutex';
import sharp, { type Metadata } from 'sharp';

const MEGAPIXEL = 1_000_000;

/** What a picture's header says of it. */
export type Header = Metadata;

/** EXIF's number for a picture whose pixels are in the order in which they are to be seen. */
const UPRIGHT = 1;

/** The quality of what is encoded again only to turn it; a smaller file is the media library's own setting. */
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

type Turned = { path: string; width: number; height: number; bytes: number };

/**
 * Writes a copy of a picture with its pixels turned as its EXIF orientation says, and without the tag; null
 * where there is nothing to turn. AVIF is turned by whoever decodes it, animations cannot be turned.
 *
 * @param file the path of the picture
 * @param header what `readHeader` said of it
 * @param folder where the copy is put
 */
export const turnUpright = async (
  file: string,
  { orientation = UPRIGHT, pages = 1, format }: Header,
  folder: string,
): Promise<Turned | null> => {
  if (orientation === UPRIGHT || pages > 1 || format === 'heif') return null;
  const target = path.join(folder, `upright-${path.basename(file)}`);
  const picture = sharp(file).autoOrient();
  if (format === 'jpeg' || format === 'webp') picture[format]({ quality: QUALITY });
  if (format === 'tiff') picture.tiff({ compression: 'lzw' });
  const { width, height, size } = await picture.toFormat(format).toFile(target);
  return { path: target, width, height, bytes: size };
};
