import { createElement as h, type ReactNode } from 'react';
import { coverOf, isSlide, picture, slides } from './pictures';
import { badge, prose } from './texts';
import { isMedia, isObject, titleOf, unwrapped, type Value } from './values';
import type { Words } from './words';

const names = (value: unknown): string =>
  Array.isArray(value)
    ? value.flatMap((item) => (isObject(item) ? [titleOf(item) ?? ''] : [])).join(', ')
    : '';

const cardFacts = ['type', 'duration', 'workPosition', 'hour', 'modality', 'link', 'm3u8Link'];

const factsOf = (words: Words, item: Value): string[] => {
  const header = isObject(item.header) ? item.header : {};
  return cardFacts.flatMap((name) => {
    const value = item[name] ?? header[name];
    return typeof value === 'string' && value !== '' ? [words.value(name, value)] : [];
  });
};

const textOf = (item: Value): string | undefined =>
  [item.description, item.summary, item.about, item.cv].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );

const card = (words: Words, item: Value, key: number): ReactNode => {
  const cover = coverOf(item);
  const known = factsOf(words, item);
  const text = textOf(item);
  const [people, channels] = [names(item.protagonists), names(item.channels)];
  return h(
    'article',
    { key, className: 'card' },
    cover ? picture(cover.media, cover.className) : null,
    h(
      'div',
      { className: 'body' },
      badge(item.greenTag),
      h('h3', null, titleOf(item) ?? ''),
      known.length > 0 ? h('p', { className: 'meta' }, known.join(' · ')) : null,
      text === undefined ? null : prose(text),
      people === '' ? null : h('p', { className: 'who' }, people),
      channels === '' ? null : h('p', { className: 'meta' }, channels),
    ),
  );
};

/** Whether all there is to show of an item is its name. */
const isName = (words: Words, item: Value): boolean =>
  coverOf(item) === undefined &&
  textOf(item) === undefined &&
  factsOf(words, item).length === 0 &&
  names(item.protagonists) + names(item.channels) === '';

const cards = (words: Words, items: readonly Value[]): ReactNode =>
  items.every((item) => isName(words, item))
    ? h(
        'ul',
        { className: 'names' },
        items.map((item, at) => h('li', { key: at }, titleOf(item) ?? '')),
      )
    : h(
        'div',
        { className: 'cards' },
        items.map((item, at) => card(words, item, at)),
      );

/** A titled row of cards within a list: a shelf of products, a part of a programme. */
const shelf = (words: Words, item: Value, key: number): ReactNode | undefined => {
  const inner = ['products', 'row'].find((name) => Array.isArray(item[name]));
  if (inner === undefined || coverOf(item) !== undefined) return undefined;
  return h(
    'section',
    { key, className: 'shelf' },
    h('h3', null, titleOf(item) ?? ''),
    cards(words, (item[inner] as unknown[]).filter(isObject)),
  );
};

/** A list in the form that suits its items: slides, pictures, shelves, cards or names. */
export const list = (words: Words, items: readonly unknown[]): ReactNode => {
  if (items.every(isMedia)) {
    return h(
      'div',
      { className: 'gallery' },
      items.map((item, at) => h('div', { key: at }, picture(item, 'cover'))),
    );
  }
  const objects = items.filter(isObject).map(unwrapped);
  if (objects.every(isSlide)) return slides(objects);
  const shelves = objects.map((item, at) => shelf(words, item, at));
  if (shelves.length > 0 && shelves.every((made) => made !== undefined)) return shelves;
  return cards(words, objects);
};
