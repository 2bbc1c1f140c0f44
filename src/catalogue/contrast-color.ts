/** Colour of business lines without their own. */
export const DEFAULT_COLOR = '#243b6b';

/** Returns the linear share of light in one channel of a colour (sRGB, WCAG 2). */
const linearizeChannel = (channel: string): number => {
  const share = parseInt(channel, 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Luminance at which black and white have the same contrast, 4.58 to 1. */
const MIDDLE = 0.1791;

/**
 * Returns black or white, whichever has more contrast with a colour such as `#aa3311`. The contrast
 * suffices for small text.
 */
export const pickContrastColor = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linearizeChannel(color.slice(start, start + 2)),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIDDLE ? '#000000' : '#ffffff';
};
