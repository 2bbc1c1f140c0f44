import sharp from 'sharp';

/** Side of the reduced picture, in pixels; larger ones give the same colour more slowly. */
const SIDE = 64;

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/**
 * Returns the dominant colour of a picture as `#2a6f97`; transparent parts count as white.
 *
 * @param file the path of the picture
 * @throws Error if it cannot be decoded
 */
export const dominantColourOf = async (file: string, maxPixels: number): Promise<string> => {
  const small = await sharp(file, { pages: 1, limitInputPixels: maxPixels })
    .resize(SIDE, SIDE, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const { r, g, b } = (await sharp(small).stats()).dominant;
  return `#${hex(r)}${hex(g)}${hex(b)}`;
};
