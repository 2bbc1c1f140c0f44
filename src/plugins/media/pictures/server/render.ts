import sharp, { type Sharp } from 'sharp';
import { type Header, isAnimated } from '../../uploads';
import type { Format, Ratio, Width } from '../sizes';

/**
 * Focal point in percent from the left and from the top, as editors set it in the media library.
 */
export type FocalPoint = { x: number; y: number };

/** Encoding of a picture. GIF is for animations of callers that accept no better format. */
export type Encoding = Format | 'gif';

export type RenderOptions = {
  width: Width;
  ratio: Ratio | null;
  encoding: Encoding;
  focalPoint: FocalPoint;
};

type Box = { left: number; top: number; width: number; height: number };

export const CENTRE: FocalPoint = { x: 50, y: 50 };

/**
 * Version of the rendering; increase it when equal requests should give other results, so that
 * cached results are not used.
 */
export const RENDERING = 1;

/** Formats that are resized. SVG scales by itself, and may contain more than a picture. */
const decoded: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);

export const isPicture = ({ format }: Header): boolean => decoded.has(format);

const parseRatio = (ratio: Ratio): readonly [number, number] => {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return [across, down];
};

const clampRounded = (value: number, maximum: number): number =>
  Math.min(Math.max(Math.round(value), 0), maximum);

/**
 * Returns the largest area of a picture with a ratio, with the focal point as near to its centre as
 * possible.
 */
export const findCropBox = (
  size: { width: number; height: number },
  ratio: Ratio,
  { x, y }: FocalPoint,
): Box => {
  const [across, down] = parseRatio(ratio);
  const width = Math.max(1, Math.min(size.width, Math.round((size.height * across) / down)));
  const height = Math.max(1, Math.min(size.height, Math.round((size.width * down) / across)));
  return {
    left: clampRounded((size.width * x) / 100 - width / 2, size.width - width),
    top: clampRounded((size.height * y) / 100 - height / 2, size.height - height),
    width,
    height,
  };
};

const encode = (picture: Sharp, encoding: Encoding): Sharp => {
  switch (encoding) {
    case 'avif':
      // More effort takes several times as long and saves only a twentieth of the size.
      return picture.avif({ quality: 55, effort: 3 });
    case 'webp':
      return picture.webp({ quality: 78 });
    case 'jpeg':
      // Transparent parts become white instead of black.
      return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true });
    case 'png':
      return picture.png({ compressionLevel: 9 });
    case 'gif':
      return picture.gif();
  }
};

/**
 * Creates one size of a picture, upright, in sRGB and without metadata such as author and place.
 *
 * @param file the path of the picture
 * @throws Error if it cannot be decoded
 */
export const render = async (
  file: string,
  header: Header,
  { width, ratio, encoding, focalPoint }: RenderOptions,
  maxPixels: number,
): Promise<Buffer> => {
  const keepsFrames = isAnimated(header) && (encoding === 'webp' || encoding === 'gif');
  const picture = sharp(file, {
    pages: keepsFrames ? -1 : 1,
    limitInputPixels: maxPixels,
    failOn: 'error',
  }).autoOrient();
  if (ratio !== null) picture.extract(findCropBox(header.autoOrient, ratio, focalPoint));
  picture.resize({ width, withoutEnlargement: true });
  return encode(picture, encoding).toBuffer();
};

/**
 * Returns the encoding of a picture for a caller.
 *
 * @param format the format in the URL
 * @param accepted the media types that the caller names; `*` is ignored, because programs without
 * AVIF and WebP also send it
 */
export const chooseEncoding = (
  header: Header,
  format: Format | undefined,
  accepted: readonly string[],
): Encoding => {
  if (format !== undefined) return format;
  // AVIF would show only the first frame.
  if (!isAnimated(header) && accepted.includes('image/avif')) return 'avif';
  if (accepted.includes('image/webp')) return 'webp';
  if (isAnimated(header)) return 'gif';
  return header.hasAlpha ? 'png' : 'jpeg';
};

/** Side of the reduced picture, in pixels; larger ones give the same colour more slowly. */
const REDUCED_SIDE = 64;

const toHex = (value: number): string => value.toString(16).padStart(2, '0');

/**
 * Returns the dominant colour of a picture as `#2a6f97`; transparent parts count as white.
 *
 * @param file the path of the picture
 * @throws Error if it cannot be decoded
 */
export const computeDominantColour = async (file: string, maxPixels: number): Promise<string> => {
  const small = await sharp(file, { pages: 1, limitInputPixels: maxPixels })
    .resize(REDUCED_SIDE, REDUCED_SIDE, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const { r, g, b } = (await sharp(small).stats()).dominant;
  return `#${toHex(r)}${toHex(g)}${toHex(b)}`;
};
