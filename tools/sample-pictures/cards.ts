import { motif, type MotifName } from './motifs';
import type { Palette } from './palette';
import { randomFrom } from './random';
import {
  circle,
  document,
  label,
  measure,
  placed,
  rect,
  ring,
  textBlock,
  withoutEmoji,
} from './svg';

export type Card = {
  key: string;
  title: string;
  /** The kind of product, as on the card's label. */
  kind: string;
  channel: string;
  palette: Palette;
  motif: MotifName;
  look: 'light' | 'deep' | 'panel' | 'master';
};

const width = 720;
const height = 450;

const looks = {
  light: (p: Palette) => ({
    ground: p.paper,
    disc: p.light,
    title: p.deep,
    quiet: p.main,
    pill: p.main,
    pillText: '#ffffff',
    ink: { strong: p.main, soft: p.mid, accent: p.accent },
  }),
  deep: (p: Palette) => ({
    ground: p.main,
    disc: p.deep,
    title: '#ffffff',
    quiet: p.light,
    pill: p.accent,
    pillText: p.deep,
    ink: { strong: p.light, soft: p.mid, accent: p.accent },
  }),
  panel: (p: Palette) => ({
    ground: p.light,
    disc: p.accent,
    title: p.deep,
    quiet: p.main,
    pill: p.deep,
    pillText: '#ffffff',
    ink: { strong: p.deep, soft: p.main, accent: '#ffffff' },
  }),
  master: (p: Palette) => ({
    ground: p.deep,
    disc: p.main,
    title: '#ffffff',
    quiet: p.light,
    pill: '#d9b36a',
    pillText: p.deep,
    ink: { strong: '#e9cf96', soft: p.mid, accent: '#d9b36a' },
  }),
} satisfies Record<Card['look'], (palette: Palette) => object>;

const pill = (text: string, ground: string, fill: string): string => {
  const upper = text.toUpperCase();
  const length = measure(upper, 'sans') * 15 + upper.length * 1.8 + 34;
  return (
    rect(44, 44, length, 34, ground, 'rx="17"') +
    label({ text: upper, x: 61, y: 66.5, size: 15, fill })
  );
};

/** Returns the landscape-format card of a course, a programme or a master. */
export const productCard = (card: Card): string => {
  const look = looks[card.look](card.palette);
  const frame =
    card.look === 'master'
      ? rect(
          16,
          16,
          width - 32,
          height - 32,
          'none',
          'stroke="#d9b36a" stroke-opacity=".7" stroke-width="1.5"',
        )
      : '';
  const title = textBlock({
    text: withoutEmoji(card.title),
    x: 44,
    y: 352,
    width: 372,
    sizes: [46, 42, 38, 35, 32, 29, 26],
    maxLines: 5,
    font: 'sans',
    weight: 700,
    fill: look.title,
    upwards: true,
    leading: 1.12,
  });
  return document(
    width,
    height,
    rect(0, 0, width, height, look.ground),
    circle(560, 225, 236, look.disc, 'opacity=".55"'),
    ring(560, 225, 262, look.disc, 2, 'opacity=".8"'),
    placed(motif(card.motif, look.ink, randomFrom(card.key)), 420, 85, 280),
    frame,
    pill(card.kind, look.pill, look.pillText),
    title.svg,
    label({ text: card.channel, x: 44, y: 404, size: 16, fill: look.quiet, spacing: 0.02 }),
  );
};
