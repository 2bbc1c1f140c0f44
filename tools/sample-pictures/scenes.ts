import { motif, type MotifName } from './motifs';
import type { Palette } from './palette';
import { between, randomFrom } from './random';
import { circle, document, label, placed, rect, round, textBlock, withoutEmoji } from './svg';
import { texture, type TextureName } from './textures';

type Scene = { key: string; palette: Palette; motif: MotifName; texture: TextureName };

const ground = (palette: Palette, width: number, height: number, light: [number, number]): string =>
  `<defs><radialGradient id="l" cx="${light[0]}" cy="${light[1]}" r=".85"><stop offset="0" stop-color="${palette.mid}"/><stop offset=".55" stop-color="${palette.main}"/><stop offset="1" stop-color="${palette.deep}"/></radialGradient></defs>` +
  rect(0, 0, width, height, 'url(#l)');

const contrastColor = (palette: Palette) => ({
  strong: palette.paper,
  soft: palette.light,
  accent: palette.accent,
});

const playButton = (x: number, y: number, radius: number, fill: string): string =>
  circle(x, y, radius, fill, 'opacity=".95"') +
  `<path d="M${x - radius * 0.28} ${y - radius * 0.42}L${x + radius * 0.48} ${y}L${x - radius * 0.28} ${y + radius * 0.42}Z" fill="#ffffff"/>`;

/** Returns the wide picture of a series, without words: pages set their own on it. */
export const seriesImage = (scene: Scene): string => {
  const random = randomFrom(scene.key);
  return document(
    1280,
    720,
    ground(scene.palette, 1280, 720, [0.72, 0.4]),
    texture(scene.texture, { width: 1280, height: 720, ink: '#ffffff', random }),
    circle(880, 360, 330, scene.palette.deep, 'opacity=".32"'),
    placed(motif(scene.motif, contrastColor(scene.palette), random), 640, 120, 480),
  );
};

/** Returns a series' portrait-format card, like a poster. */
export const seriesPoster = (scene: Scene & { name: string; note: string }): string => {
  const { palette } = scene;
  return document(
    480,
    640,
    ground(palette, 480, 640, [0.5, 0.28]),
    circle(240, 238, 196, palette.deep, 'opacity=".35"'),
    placed(motif(scene.motif, contrastColor(palette), randomFrom(scene.key)), 100, 98, 280),
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.deep}" stop-opacity="0"/><stop offset="1" stop-color="${palette.deep}"/></linearGradient></defs>`,
    rect(0, 380, 480, 260, 'url(#s)'),
    label({
      text: scene.note.toUpperCase(),
      x: 36,
      y: 52,
      size: 14,
      fill: palette.light,
      spacing: 0.2,
    }),
    textBlock({
      text: withoutEmoji(scene.name),
      x: 36,
      y: 590,
      width: 408,
      sizes: [60, 54, 48, 42, 38],
      maxLines: 3,
      font: 'serif',
      weight: 600,
      fill: '#ffffff',
      upwards: true,
      leading: 1.02,
    }).svg,
  );
};

/**
 * Returns a still of an episode: the series' motif from another angle, and the episode's number.
 */
export const episodeStill = (scene: Scene & { number: number }): string => {
  const { palette } = scene;
  const random = randomFrom(scene.key);
  const size = between(random, 380, 620);
  return document(
    640,
    360,
    ground(palette, 640, 360, [round(between(random, 0.2, 0.8)), round(between(random, 0.1, 0.6))]),
    placed(
      motif(scene.motif, contrastColor(palette), random),
      between(random, 180, 560 - size * 0.5),
      between(random, -160, 0),
      size,
      `opacity=".5"`,
    ),
    `<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${palette.deep}" stop-opacity=".85"/><stop offset=".7" stop-color="${palette.deep}" stop-opacity="0"/></linearGradient></defs>`,
    rect(0, 0, 640, 360, 'url(#s)'),
    textBlock({
      text: String(scene.number),
      x: 36,
      y: 152,
      width: 300,
      sizes: [150],
      maxLines: 1,
      font: 'sans',
      weight: 300,
      fill: '#ffffff',
    }).svg,
    playButton(68, 292, 30, palette.accent),
  );
};

/** Returns the announcement of a live session. */
export const livePicture = (scene: Scene & { title: string; note: string }): string => {
  const { palette } = scene;
  return document(
    960,
    540,
    ground(palette, 960, 540, [0.8, 0.5]),
    placed(
      motif(scene.motif, contrastColor(palette), randomFrom(scene.key)),
      560,
      90,
      360,
      'opacity=".9"',
    ),
    rect(56, 56, 30 + scene.note.length * 13.4 + 30, 40, palette.accent, 'rx="20"'),
    circle(80, 76, 7, '#ffffff'),
    label({ text: scene.note.toUpperCase(), x: 98, y: 82, size: 17, fill: palette.deep }),
    textBlock({
      text: withoutEmoji(scene.title),
      x: 56,
      y: 470,
      width: 500,
      sizes: [64, 56, 50, 44, 40],
      maxLines: 4,
      font: 'serif',
      weight: 600,
      fill: '#ffffff',
      upwards: true,
      leading: 1.04,
    }).svg,
  );
};
