import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Semaphore } from 'async-mutex';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { withFileSource } from '#platform/storage/metadata/edits';
import {
  readExifRights,
  readRights,
  writeXmp,
  type Rights,
} from '#platform/storage/metadata/rights';

const MEGAPIXEL = 1_000_000;

export type Header = Metadata;

/** EXIF orientation of a picture whose pixels are already upright. */
const UPRIGHT = 1;

/** Quality of pictures that are encoded again only to turn them. */
const QUALITY = 95;

/**
 * Formats whose pages are frames of an animation, all of one size; pages of other formats are
 * separate pictures.
 */
const animatedFormats: ReadonlySet<string> = new Set(['gif', 'webp']);

/** Tells whether a picture is an animation. */
export const isAnimated = ({ format, pages = 1 }: Header): boolean =>
  pages > 1 && animatedFormats.has(format);

/**
 * Tells whether a file contains several pictures, such as the pages of a scan or one picture in
 * several sizes.
 */
export const isAlbum = (header: Header): boolean => (header.pages ?? 1) > 1 && !isAnimated(header);

/**
 * Returns the number of pixels to decode for the whole picture, including every frame of an
 * animation.
 */
export const countPixels = ({ width, height, pages = 1 }: Header): number => width * height * pages;

/**
 * Reads a picture's header without decoding it; null if the file is no readable picture.
 *
 * @param file the path of the file, or its content, which is then completely in memory
 */
export const readHeader = async (file: string | NodeJS.ReadableStream): Promise<Header | null> => {
  try {
    return await sharp(typeof file === 'string' ? file : await buffer(file)).metadata();
  } catch {
    return null;
  }
};

/**
 * Tells whether all pixels of a picture can be decoded: of all frames of an animation, of the first
 * picture in other files. Truncated pictures cannot. It shrinks the picture to one pixel, which
 * takes a sixth of the time of `stats`. Moreover `stats` accepts interlaced PNGs that end halfway.
 * The empty crop is necessary, because a JPEG that is only shrunk is decoded at an eighth of its
 * size, which hides damage.
 *
 * @param file the path of the file
 * @param header result of `readHeader`
 */
export const canDecode = async (file: string, header: Header): Promise<boolean> => {
  const { width, height } = header;
  try {
    await sharp(file, { animated: isAnimated(header) })
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
 * Returns the limit of simultaneously decoded pixels in this process: several small pictures, or
 * one of the maximum size. Memory depends on the pixels, about 10 bytes each, and not on the size
 * of the file.
 *
 * @param maxPixels maximum number of pixels in memory at once
 */
export const createDecoding = (maxPixels: number) => {
  const megapixelsAtOnce = Math.max(1, Math.ceil(maxPixels / MEGAPIXEL));
  const semaphore = new Semaphore(megapixelsAtOnce);

  return {
    /** Runs work that decodes a number of pixels as soon as the limit permits. */
    run: <T>(pixels: number, work: () => Promise<T>): Promise<T> =>
      semaphore.runExclusive(
        work,
        Math.min(megapixelsAtOnce, Math.max(1, Math.ceil(pixels / MEGAPIXEL))),
      ),
  };
};

export type Decoding = ReturnType<typeof createDecoding>;

type EncodedPicture = { path: string; width: number; height: number; bytes: number };

/** Formats that the media library's size optimisation encodes again, with its quality. */
const optimizable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff']);

const OPTIMIZED_QUALITY = 80;

/** Colour spaces whose profile still applies after encoding. */
const profiled: ReadonlySet<string> = new Set(['srgb', 'rgb16']);

/**
 * Returns the copyright notices of a picture. A TIFF is an EXIF block itself; a PNG may contain
 * them as text chunks.
 */
const collectRights = async (file: string, header: Header): Promise<Rights> => {
  const { format, exif, xmp, iptc, comments = [] } = header;
  const findCommentText = (keyword: string): string | undefined =>
    comments.find((comment) => comment.keyword === keyword)?.text;
  const [copyright, author] = [findCommentText('Copyright'), findCommentText('Author')];
  return {
    ...(copyright !== undefined && { copyright }),
    ...(author !== undefined && { creators: [author] }),
    ...(format === 'tiff' ? await withFileSource(file, readExifRights) : {}),
    ...(await readRights({ exif, xmp, iptc })),
  };
};

/** Copies colour profile and copyright notices into the encoded picture, and no other metadata. */
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
 * Writes an upright copy of a picture without its EXIF orientation, smaller if the media library
 * optimises sizes. Returns null if the picture can stay unchanged. Decoders turn AVIF themselves,
 * and animations cannot be turned.
 *
 * @param file the path of the picture
 * @param header result of `readHeader`
 * @param folder folder of the copy
 */
export const encodeForStorage = async (
  file: string,
  header: Header,
  { folder, isOptimized }: { folder: string; isOptimized: boolean },
): Promise<EncodedPicture | null> => {
  const { orientation = UPRIGHT, pages = 1, format } = header;
  const isTurned = orientation !== UPRIGHT && pages === 1 && format !== 'heif';
  const isSmaller = isOptimized && optimizable.has(format);
  if (!isTurned && !isSmaller) return null;
  const target = path.join(folder, `encoded-${path.basename(file)}`);
  const picture = sharp(file, { animated: isAnimated(header) });
  if (isTurned) picture.autoOrient();
  keepRights(picture, header, await collectRights(file, header));
  const quality = isSmaller ? OPTIMIZED_QUALITY : QUALITY;
  if (format === 'jpeg' || format === 'webp') picture[format]({ quality });
  if (format === 'png' && isSmaller) picture.png({ quality });
  if (format === 'tiff') picture.tiff(isSmaller ? { quality } : { compression: 'lzw' });
  const { width, height, pageHeight, size } = await picture.toFormat(format).toFile(target);
  return { path: target, width, height: pageHeight ?? height, bytes: size };
};
