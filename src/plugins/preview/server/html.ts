import { createElement as h, type ReactNode } from 'react';
import { list } from './cards';
import { coverClass, coverOf, picture, type Cover } from './pictures';
import { badge, facts, prose, texts } from './texts';
import { isMedia, isObject, isScalar, isText, titleOf, visible, type Value } from './values';
import { wordsIn, type Words } from './words';

const searchResult = (seo: Value): ReactNode =>
  h(
    'div',
    { className: 'seo' },
    isMedia(seo.image) ? picture(seo.image, 'thumb') : null,
    h(
      'div',
      null,
      h('h3', null, typeof seo.title === 'string' ? seo.title : '—'),
      h('p', null, typeof seo.description === 'string' ? seo.description : ''),
      h('p', { className: 'meta' }, typeof seo.author === 'string' ? seo.author : ''),
    ),
  );

const panel = (words: Words, value: Value): ReactNode => {
  const cover = coverOf(value);
  return h(
    'div',
    { className: cover ? 'panel pictured' : 'panel' },
    cover ? picture(cover.media, cover.className) : null,
    h(
      'div',
      null,
      titleOf(value) === undefined ? null : h('h3', null, titleOf(value)),
      facts(words, value),
      texts(words, value),
    ),
  );
};

const sectionOf = (words: Words, key: string, value: unknown): ReactNode => {
  if (isText(key, value)) return prose(value);
  if (Array.isArray(value)) {
    return value.length > 0 && !isScalar(value) ? list(words, value) : null;
  }
  if (!isObject(value) || key === 'greenTag' || isMedia(value)) return null;
  return key === 'seo' ? searchResult(value) : panel(words, value);
};

/** A product's header is its academic data; a page's is what its name says. */
const headingOf = (words: Words, key: string, value: unknown): string =>
  key === 'header' && isObject(value) && 'modality' in value
    ? words.section('academic')
    : words.field(key);

/** Widest first. */
const heroFields = ['backgroundImage', 'mediaHeader', 'image', 'cardImage', 'logo'];

/** The document's pictures that stand nowhere else: a card's, a logo. */
const otherPictures = (words: Words, document: Value, hero: Cover | undefined): ReactNode => {
  const rest = visible(document).flatMap(([key, value]) =>
    isMedia(value) && key !== hero?.key ? [[key, value] as const] : [],
  );
  if (rest.length === 0) return null;
  return h(
    'section',
    null,
    h('h2', null, words.section('pictures')),
    h(
      'div',
      { className: 'gallery' },
      rest.map(([key, media]) =>
        h(
          'figure',
          { key },
          picture(media, coverClass(key, document)),
          h('figcaption', { className: 'meta' }, words.field(key)),
        ),
      ),
    ),
  );
};

export type Previewed = { document: Value; lang: string; title: string };

/** Any document in a contract's form as sections of a page: pictures, cards, texts and facts. */
export const documentBody = ({ document, lang, title }: Previewed): ReactNode => {
  const words = wordsIn(lang);
  const hero = coverOf(document, heroFields);
  // What machines read comes after what people do.
  const sections = visible(document).sort(
    ([one], [other]) => Number(one === 'seo') - Number(other === 'seo'),
  );
  return h(
    'main',
    null,
    h(
      'header',
      { className: 'hero' },
      hero ? picture(hero.media, hero.className) : null,
      h(
        'div',
        null,
        badge(document.greenTag),
        h('h1', null, titleOf(document) ?? title),
        facts(words, document),
      ),
    ),
    otherPictures(words, document, hero),
    sections.map(([key, value]) => {
      const content = sectionOf(words, key, value);
      return content === null
        ? null
        : h('section', { key }, h('h2', null, headingOf(words, key, value)), content);
    }),
  );
};
