import type { Palette } from './palette';
import { randomFrom } from './random';
import {
  angles,
  circle,
  document,
  fonts,
  escape,
  line,
  path,
  range,
  rect,
  ring,
  round,
  textBlock,
} from './svg';
import { texture, type TextureName } from './textures';

/** Eight emblems on a board of 160 by 160. */
const emblems = {
  'universidad-de-valdemora': (p: Palette) =>
    path('M80 14L138 34V84C138 120 112 138 80 150C48 138 22 120 22 84V34Z', `fill="${p.main}"`) +
    line('M44 104L66 66L84 90L98 72L118 104', '#ffffff', 7) +
    circle(102, 50, 9, p.accent),
  'instituto-orbela': (p: Palette) =>
    ring(80, 80, 60, p.main, 9) +
    `<ellipse cx="80" cy="80" rx="60" ry="24" fill="none" stroke="${p.mid}" stroke-width="6" transform="rotate(-28 80 80)"/>` +
    circle(80, 80, 15, p.deep) +
    circle(131, 50, 11, p.accent),
  'universitat-de-port-blau': (p: Palette) =>
    circle(80, 80, 64, p.main) +
    line(
      'M22 92C40 76 60 76 80 92S120 108 138 92M30 114C46 100 62 100 80 114S114 128 130 114',
      '#ffffff',
      7,
    ) +
    path('M80 26L106 72H54Z', `fill="${p.accent}"`),
  'ashcombe-university': (p: Palette) =>
    path('M24 22H136V92C136 126 108 142 80 152C52 142 24 126 24 92Z', `fill="${p.deep}"`) +
    line('M80 126V70', '#ffffff', 8) +
    [0, -52, 52]
      .map(
        (turn) =>
          `<ellipse cx="80" cy="52" rx="13" ry="25" fill="${turn === 0 ? p.accent : '#ffffff'}" transform="rotate(${turn} 80 84)"/>`,
      )
      .join(''),
  'hospital-los-robles': (p: Palette) =>
    [
      [80, 48],
      [50, 68],
      [110, 68],
      [80, 80],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 30, p.main))
      .join('') +
    path('M70 90H90L96 148H64Z', `fill="${p.deep}"`) +
    path('M72 60H88V76H72Z M64 64H96V72H64Z', `fill="#ffffff"`),
  'fundacion-cortex': (p: Palette) =>
    line('M80 24V136', p.deep, 7) +
    line('M80 32C44 18 18 52 34 76C14 96 32 138 80 128', p.main, 10) +
    line('M80 32C116 18 142 52 126 76', p.main, 10) +
    line('M126 76C146 96 132 124 112 130', p.accent, 10) +
    circle(80, 80, 11, p.accent),
  'editorial-punto-y-trazo': (p: Palette) =>
    circle(46, 112, 20, p.accent) + line('M78 124C84 60 110 40 134 30', p.deep, 14),
  'simula-lab': (p: Palette) =>
    rect(22, 22, 116, 116, p.deep, 'rx="30"') +
    line('M36 84H58L68 58L86 108L98 76L104 84H124', p.accent, 8) +
    angles(4)
      .map((angle) =>
        circle(80 + Math.cos(angle + 0.78) * 62, 80 + Math.sin(angle + 0.78) * 62, 5, p.mid),
      )
      .join(''),
} satisfies Record<string, (palette: Palette) => string>;

const isDrawn = (key: string): key is keyof typeof emblems => key in emblems;

const emblem = (key: string, palette: Palette): string =>
  isDrawn(key)
    ? emblems[key](palette)
    : circle(80, 80, 60, palette.main) + circle(80, 80, 20, palette.accent);

/** Returns the name in two balanced lines, as in a letterhead. */
const wordmark = (name: string, fill: string): string =>
  textBlock({
    text: name,
    x: 186,
    y: 92,
    width: 320,
    sizes: [44, 40, 36, 32, 29],
    maxLines: 2,
    font: 'serif',
    weight: 600,
    fill,
    leading: 1.1,
  }).svg;

type Channel = { key: string; name: string; palette: Palette };

/** Returns the emblem and the name side by side. */
export const channelLogo = ({ key, name, palette }: Channel): string =>
  document(
    520,
    180,
    rect(0, 0, 520, 180, '#ffffff', 'rx="12"'),
    `<g transform="translate(14 10)">${emblem(key, palette)}</g>`,
    wordmark(name, palette.deep),
  );

/** Returns the emblem alone, which needs no typeface. */
export const channelMark = ({ key, palette }: Channel): string =>
  document(160, 160, emblem(key, palette));

type Backdrop = {
  key: string;
  palette: Palette;
  texture: TextureName;
  width: number;
  height: number;
};

/** Returns a quiet wide background for text. */
export const backdrop = ({ key, palette, texture: name, width, height }: Backdrop): string => {
  const random = randomFrom(key);
  const tilt = round(random());
  return document(
    width,
    height,
    `<defs><linearGradient id="g" x1="0" y1="${tilt}" x2="1" y2="${round(1 - tilt)}"><stop offset="0" stop-color="${palette.deep}"/><stop offset=".6" stop-color="${palette.main}"/><stop offset="1" stop-color="${palette.mid}"/></linearGradient><radialGradient id="r" cx="${round(0.2 + random() * 0.6)}" cy=".3" r=".7"><stop offset="0" stop-color="${palette.accent}" stop-opacity=".3"/><stop offset="1" stop-color="${palette.accent}" stop-opacity="0"/></radialGradient></defs>`,
    rect(0, 0, width, height, 'url(#g)'),
    rect(0, 0, width, height, 'url(#r)'),
    texture(name, { width, height, ink: '#ffffff', random }),
  );
};

/** Returns a vertical's badge, so small that no thumbnail is made of it. */
export const badge = (letter: string, palette: Palette): string =>
  document(
    128,
    128,
    rect(0, 0, 128, 128, palette.main, 'rx="28"'),
    range(3)
      .map((n) => ring(128, 0, 40 + n * 26, palette.light, 3, 'opacity=".28"'))
      .join(''),
    `<text font-family="${fonts.serif}" font-weight="700" font-size="86" fill="#ffffff" text-anchor="middle" x="60" y="94">${escape(letter)}</text>`,
    circle(100, 90, 9, palette.accent),
  );
