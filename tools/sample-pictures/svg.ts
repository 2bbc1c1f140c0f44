/** Debian's `fonts-inter` and `fonts-ebgaramond`. Without them, librsvg uses another typeface. */
export const fonts = { sans: 'Inter', serif: 'EB Garamond' } as const;

export type Font = keyof typeof fonts;

/** Returns `count` angles in radians, evenly spaced on a circle. */
export const angles = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (index / count) * Math.PI * 2);

export const range = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index);

export const round = (value: number): number => Math.round(value * 10) / 10;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

/** Returns a title without emoji, which the typefaces cannot draw. */
export const withoutEmoji = (text: string): string =>
  text
    .replace(/\p{Extended_Pictographic}(\u200d\p{Extended_Pictographic}|\ufe0f)*/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

const widthOf = (char: string): number => {
  if (/[ijl.,:;'’!|()¡]/.test(char)) return 0.29;
  if (/[mwMW@%—]/.test(char)) return 0.86;
  if (/[A-ZÁÉÍÓÚÑ]/.test(char)) return 0.67;
  if (char === ' ') return 0.26;
  return 0.54;
};

const scale: Record<Font, number> = { sans: 1.06, serif: 0.86 };

/** Returns an estimated width in em, on the wide side. */
export const measure = (text: string, font: Font): number =>
  Array.from(text, widthOf).reduce((sum, width) => sum + width, 0) * scale[font];

const wrap = (text: string, font: Font, widthInEm: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || measure(joined, font) > widthInEm) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
};

export type TextBlock = {
  text: string;
  x: number;
  /** The baseline of the first line, or of the last one when `upwards`. */
  y: number;
  width: number;
  /** Sizes in the order of preference. The first in which the text fits in `maxLines` is used. */
  sizes: readonly [number, ...number[]];
  maxLines: number;
  font: Font;
  weight: number;
  fill: string;
  upwards?: boolean;
  leading?: number;
};

/** Returns a title in the largest size that fits, with its height. */
export const textBlock = (block: TextBlock): { svg: string; height: number; lines: number } => {
  const fits = (size: number): boolean => {
    const lines = wrap(block.text, block.font, block.width / size);
    return (
      lines.length <= block.maxLines &&
      lines.every((line) => measure(line, block.font) * size <= block.width)
    );
  };
  const size = block.sizes.find(fits) ?? block.sizes.at(-1) ?? block.sizes[0];
  const lines = wrap(block.text, block.font, block.width / size);
  const step = size * (block.leading ?? 1.14);
  const top = block.upwards === true ? block.y - step * (lines.length - 1) : block.y;
  const spans = lines
    .map(
      (line, index) =>
        `<tspan x="${block.x}" y="${round(top + index * step)}">${escape(line)}</tspan>`,
    )
    .join('');
  return {
    svg: `<text font-family="${fonts[block.font]}" font-weight="${block.weight}" font-size="${size}" fill="${block.fill}">${spans}</text>`,
    height: step * lines.length,
    lines: lines.length,
  };
};

type Label = {
  text: string;
  x: number;
  y: number;
  size: number;
  fill: string;
  spacing?: number;
  anchor?: string;
};

/** Returns one line of small capitals, for labels and bylines. */
export const label = ({
  text,
  x,
  y,
  size,
  fill,
  spacing = 0.12,
  anchor = 'start',
}: Label): string =>
  `<text font-family="${fonts.sans}" font-weight="600" font-size="${size}" letter-spacing="${round(size * spacing)}" fill="${fill}" text-anchor="${anchor}" x="${x}" y="${y}">${escape(text)}</text>`;

export const document = (width: number, height: number, ...parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  extra = '',
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${extra}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, extra = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${extra}/>`;

export const ring = (
  x: number,
  y: number,
  radius: number,
  stroke: string,
  width: number,
  extra = '',
): string => circle(x, y, radius, 'none', `stroke="${stroke}" stroke-width="${width}" ${extra}`);

export const path = (d: string, extra: string): string => `<path d="${d}" ${extra}/>`;

export const line = (d: string, stroke: string, width: number, extra = ''): string =>
  path(
    d,
    `fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}`,
  );

/** Returns a drawing from a 400 by 400 board, moved and scaled. */
export const placed = (drawing: string, x: number, y: number, size: number, extra = ''): string =>
  `<g transform="translate(${round(x)} ${round(y)}) scale(${size / 400})" ${extra}>${drawing}</g>`;
