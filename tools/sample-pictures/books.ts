import { motif, type MotifName } from './motifs';
import type { Palette } from './palette';
import { randomFrom } from './random';
import { document, label, placed, rect, textBlock, withoutEmoji } from './svg';

export type Book = {
  key: string;
  title: string;
  author: string;
  publisher: string;
  palette: Palette;
  motif: MotifName;
};

const width = 600;
const height = 800;
const sizes = [66, 58, 52, 46, 40, 36] as const;

/** Returns title and subtitle: the text after a colon or an emoji is set smaller. */
const split = (title: string): { main: string; rest: string | undefined } => {
  const [main = '', ...rest] = title.split(/: |\p{Extended_Pictographic}/u).map(withoutEmoji);
  return { main, rest: rest.length > 0 ? rest.join(' ') : undefined };
};

type Colours = { ground: string; title: string; quiet: string; rule: string };

const words = (book: Book, colours: Colours, top: number): string => {
  const { main, rest } = split(book.title);
  const title = textBlock({
    text: main,
    x: 52,
    y: top,
    width: 500,
    sizes,
    maxLines: 4,
    font: 'serif',
    weight: 600,
    fill: colours.title,
    leading: 1.04,
  });
  const subtitle =
    rest === undefined
      ? ''
      : textBlock({
          text: rest,
          x: 52,
          y: top + title.height + 4,
          width: 490,
          sizes: [30, 27, 24],
          maxLines: 2,
          font: 'serif',
          weight: 400,
          fill: colours.quiet,
        }).svg;
  return title.svg + subtitle;
};

const foot = (book: Book, colours: Colours): string =>
  rect(52, 708, 54, 4, colours.rule) +
  label({ text: book.author.toUpperCase(), x: 52, y: 742, size: 15, fill: colours.title }) +
  label({ text: book.publisher, x: 52, y: 766, size: 13, fill: colours.quiet, spacing: 0.02 });

const spine =
  rect(0, 0, 14, height, '#000000', 'opacity=".16"') +
  rect(14, 0, 2, height, '#ffffff', 'opacity=".14"');

const layouts = [
  function dark(book: Book): string {
    const { palette } = book;
    const ink = { strong: palette.light, soft: palette.mid, accent: palette.accent };
    const colours = {
      ground: palette.deep,
      title: '#ffffff',
      quiet: palette.light,
      rule: palette.accent,
    };
    return (
      `<defs><linearGradient id="g" x1="0" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="${palette.main}"/><stop offset="1" stop-color="${palette.deep}"/></linearGradient></defs>` +
      rect(0, 0, width, height, 'url(#g)') +
      placed(motif(book.motif, ink, randomFrom(book.key)), 120, 62, 370) +
      words(book, colours, 510) +
      foot(book, colours)
    );
  },
  function light(book: Book): string {
    const { palette } = book;
    const ink = { strong: palette.light, soft: palette.mid, accent: palette.accent };
    const colours = {
      ground: palette.paper,
      title: palette.deep,
      quiet: palette.main,
      rule: palette.accent,
    };
    return (
      rect(0, 0, width, height, palette.paper) +
      rect(0, 0, width, 430, palette.main) +
      `<clipPath id="c"><rect width="${width}" height="430"/></clipPath><g clip-path="url(#c)">` +
      placed(motif(book.motif, ink, randomFrom(book.key)), 100, 16, 400) +
      '</g>' +
      rect(0, 430, width, 10, palette.accent) +
      words(book, colours, 516) +
      foot(book, colours)
    );
  },
  function top(book: Book): string {
    const { palette } = book;
    const ink = { strong: palette.main, soft: palette.mid, accent: palette.accent };
    const colours = {
      ground: palette.light,
      title: palette.deep,
      quiet: palette.main,
      rule: palette.main,
    };
    return (
      rect(0, 0, width, height, palette.light) +
      placed(motif(book.motif, ink, randomFrom(book.key)), 212, 284, 410) +
      words(book, colours, 112) +
      foot(book, colours)
    );
  },
];

/** Returns a portrait-format cover with the title in type, in one of three arrangements. */
export const bookCover = (book: Book, arrangement: number): string =>
  document(
    width,
    height,
    (layouts[arrangement % layouts.length] ?? layouts[0])?.(book) ?? '',
    spine,
  );
