import { listOf, getTextField, type Fields } from '../../scripts/sample/catalogue/fields';
import type { Catalogue, SampleDocument } from '../../scripts/sample/catalogue/read';
import { defaultLocale } from '../../scripts/sample/catalogue/types';
import { motifFor, people } from './art';
import { bookCover } from './books';
import { productCard, type Card } from './cards';
import { backdrop, badge, channelLogo, channelMark } from './channels';
import { icons } from './icons';
import { paletteOf } from './palette';
import { portrait } from './portraits';
import { episodeStill, livePicture, seriesImage, seriesPoster } from './scenes';
import { withoutEmoji } from './svg';
import { isTexture, type TextureName } from './textures';

/** A picture to draw: its path below the sample's images, and its content. */
export type Picture = { file: string; svg: string };

type Maker = (document: SampleDocument, catalogue: Catalogue) => Picture[];

const inEachLanguage = (
  document: SampleDocument,
  make: (fields: Fields, locale: string) => Picture,
): Picture[] => document.locales.map((locale) => make(document.fieldsIn(locale), locale));

const first = (document: SampleDocument): Fields =>
  document.fieldsIn(document.locales[0] ?? defaultLocale);

const verticalOf = (fields: Fields): string | undefined =>
  listOf(fields, 'verticals')[0] ?? (getTextField(fields, 'vertical') || undefined);

const kinds: Record<string, { es: string; en: string; look: Card['look'] }> = {
  'Curso corto': { es: 'Curso corto', en: 'Short course', look: 'light' },
  'Programa largo': { es: 'Programa', en: 'Programme', look: 'deep' },
  'Curso presencial': { es: 'Presencial', en: 'In person', look: 'panel' },
  Máster: { es: 'Máster', en: 'Master', look: 'master' },
};
const otherKind = { es: 'Regalo', en: 'Gift', look: 'panel' } as const;

const nameOf = (catalogue: Catalogue, folder: string, key: string | undefined): string => {
  const found = catalogue.documents.find((one) => one.type.folder === folder && one.key === key);
  return found === undefined ? '' : getTextField(first(found), 'name');
};

const bookAuthor = (fields: Fields): { author: string; publisher: string } => {
  const details = fields.bookDetails;
  if (typeof details !== 'object' || details === null || Array.isArray(details))
    return { author: '', publisher: '' };
  return { author: getTextField(details, 'author'), publisher: getTextField(details, 'editorial') };
};

const bookNumber = (catalogue: Catalogue, document: SampleDocument): number =>
  catalogue.documents
    .filter((one) => getTextField(first(one), 'type') === 'Libro')
    .sort((a, b) => Number(first(a).order) - Number(first(b).order))
    .indexOf(document);

const products: Maker = (document, catalogue) =>
  inEachLanguage(document, (fields, locale) => {
    const vertical = verticalOf(fields);
    const drawing = {
      key: document.key,
      palette: paletteOf(vertical),
      motif: motifFor(document.key, vertical),
    };
    const title = getTextField(fields, 'title');
    const file = getTextField(fields, 'cardImage');
    if (getTextField(fields, 'type') === 'Libro')
      return {
        file,
        svg: bookCover(
          { ...drawing, title, ...bookAuthor(fields) },
          bookNumber(catalogue, document),
        ),
      };

    const kind = kinds[getTextField(fields, 'type')] ?? otherKind;
    const channel = withoutEmoji(nameOf(catalogue, 'channels', listOf(fields, 'channels')[0]));
    return {
      file,
      svg: productCard({
        ...drawing,
        title,
        channel,
        look: kind.look,
        kind: locale === 'en' ? kind.en : kind.es,
      }),
    };
  });

const initialsOf = (name: string): string =>
  name
    .replace(/^(Dra?\.?|Professor) /, '')
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');

const protagonists: Maker = (document) => {
  const fields = first(document);
  const seo = fields.seo;
  const author =
    typeof seo === 'object' && seo !== null && !Array.isArray(seo)
      ? getTextField(seo, 'author')
      : '';
  const vertical = author.includes('Psicología')
    ? 'psicologia'
    : author.includes('Veterinaria')
      ? 'veterinaria'
      : 'medicina';
  const person = people[document.key] ?? { skin: '#e8b792', hair: '#4a2b20', style: 'short' };
  const coat = vertical !== 'psicologia';
  return [
    {
      file: getTextField(fields, 'image'),
      svg: portrait({
        person,
        palette: paletteOf(vertical),
        initials: initialsOf(getTextField(fields, 'name')),
        coat,
        turn: Math.round(Number(fields.order) / 10),
      }),
    },
  ];
};

const textureOf: Record<string, TextureName> = {
  medicina: 'ondas',
  psicologia: 'circulos',
  veterinaria: 'hojas',
};
const textureFor = (vertical: string | undefined): TextureName =>
  textureOf[vertical ?? ''] ?? 'puntos';

const channels: Maker = (document) => {
  const fields = first(document);
  const vertical = verticalOf(fields);
  const channel = {
    key: document.key,
    name: withoutEmoji(getTextField(fields, 'name')),
    palette: paletteOf(vertical),
  };
  const logo = getTextField(fields, 'logo');
  const background = getTextField(fields, 'backgroundImage');
  return [
    { file: logo, svg: logo.endsWith('.webp') ? channelMark(channel) : channelLogo(channel) },
    {
      file: background,
      svg: backdrop({ ...channel, texture: textureFor(vertical), width: 1600, height: 640 }),
    },
  ];
};

const scene = (key: string, vertical: string | undefined) => ({
  key,
  palette: paletteOf(vertical),
  motif: motifFor(key, vertical),
  texture: textureFor(vertical),
});

const series: Maker = (document, catalogue) => {
  const drawing = scene(document.key, verticalOf(first(document)));
  const posters = inEachLanguage(document, (fields, locale) => ({
    file: getTextField(fields, 'cardImage'),
    svg: seriesPoster({
      ...drawing,
      name: getTextField(fields, 'name'),
      note: locale === 'en' ? 'A series' : 'Una serie',
    }),
  }));
  const stills = document.locales
    .flatMap((locale) => [...listOf(document.fieldsIn(locale), 'episodes').entries()])
    .flatMap(([index, key]) =>
      catalogue.documents
        .filter((one) => one.type.folder === 'episodes' && one.key === key)
        .map((episode) => ({
          file: getTextField(first(episode), 'image'),
          svg: episodeStill({ ...drawing, key, number: index + 1 }),
        })),
    );
  return [
    { file: getTextField(first(document), 'image'), svg: seriesImage(drawing) },
    ...posters,
    ...stills,
  ];
};

const lives: Maker = (document) => {
  const fields = first(document);
  return [
    {
      file: getTextField(fields, 'image'),
      svg: livePicture({
        ...scene(document.key, verticalOf(fields)),
        title: getTextField(fields, 'title'),
        note: getTextField(fields, 'type') === 'Open lecture' ? 'Live' : 'En directo',
      }),
    },
  ];
};

const verticals: Maker = (document) => {
  const fields = first(document);
  return [
    {
      file: getTextField(fields, 'logo'),
      svg: badge(getTextField(fields, 'name').charAt(0), paletteOf(document.key)),
    },
  ];
};

const makers: Record<string, Maker> = {
  verticals,
  channels,
  protagonists,
  series,
  lives,
  products,
};

/**
 * Returns shared header pictures, named after their colours and their texture: `medicina-ondas`.
 */
const backgrounds = (catalogue: Catalogue): Picture[] => {
  const used = catalogue.documents.flatMap(
    (document) => getTextField(first(document), 'mediaHeader') || [],
  );
  return [...new Set(used)].map((file) => {
    const [vertical, name = ''] = file.replace(/^.*\/|\.\w+$/g, '').split('-');
    return {
      file,
      svg: backdrop({
        key: file,
        palette: paletteOf(vertical),
        texture: isTexture(name) ? name : 'puntos',
        width: 1600,
        height: 640,
      }),
    };
  });
};

/** Returns every picture that the catalogue refers to, once. */
export const picturesOf = (catalogue: Catalogue): Picture[] => {
  const all = [
    ...catalogue.documents.flatMap(
      (document) => makers[document.type.folder]?.(document, catalogue) ?? [],
    ),
    ...backgrounds(catalogue),
    ...icons.map(({ name, svg }) => ({ file: `icons/${name}.png`, svg })),
  ];
  return [...new Map(all.filter(({ file }) => file !== '').map((one) => [one.file, one])).values()];
};
