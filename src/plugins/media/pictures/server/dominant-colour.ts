import sharp from 'sharp';

/** Enough for a colour: more would be decoded, and say the same. */
const SIDE = 64;

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/**
 * The colour that there is most of in a picture, as `#2a6f97`, on white where it is transparent.
 *
 * @param file the path of the picture
 * @throws Error where it cannot be decoded
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
