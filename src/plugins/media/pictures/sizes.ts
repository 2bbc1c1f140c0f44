/**
 * Sizes that requests can ask for. The list is short on purpose: every size is created for any
 * caller and cached, so a picture has a few hundred results at most.
 */

/** Widths in pixels, from a thumbnail to a large screen. */
export const widths = [160, 320, 480, 640, 800, 960, 1200, 1600, 1920, 2560] as const;

export type Width = (typeof widths)[number];

/** Ratios of width to height of the area around the focal point. */
export const ratios = [
  '1:1',
  '4:3',
  '3:2',
  '16:9',
  '21:9',
  '3:4',
  '2:3',
  '9:16',
  '1200:630',
] as const;

export type Ratio = (typeof ratios)[number];

export const formats = ['avif', 'webp', 'jpeg', 'png'] as const;

export type Format = (typeof formats)[number];
