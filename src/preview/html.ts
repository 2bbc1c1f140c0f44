import MarkdownIt from 'markdown-it';
import { createElement as h, type ReactNode } from 'react';
import { wordsIn, type Words } from './words';

type Value = Readonly<Record<string, unknown>>;

/** Editors write Markdown; HTML in it is shown, never interpreted. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMedia = (value: unknown): value is Value => isObject(value) && 'isUrlSigned' in value;

/** Facts for machines; a person who previews a page has no use for them. */
const hidden = new Set([
  'id',
  'documentId',
  '__component',
  'locale',
  'order',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'isUrlSigned',
]);

const titleKeys = ['title', 'name', 'sliderName', 'middleTitle', 'ImpactText'];

const titleOf = (value: Value): string | undefined => {
  for (const key of titleKeys) {
    const title = value[key];
    if (typeof title === 'string' && title !== '') return title;
  }
  return undefined;
};

const isVideo = (media: Value): boolean =>
  (typeof media.mime === 'string' && media.mime.startsWith('video/')) ||
  /\.(mp4|webm)(\?|$)/.test(String(media.url));

/** Logos and icons are shown whole; a photograph may be cropped. */
const isMark = (key: string): boolean => key === 'logo' || key === 'icon';

const picture = (media: Value, className: string): ReactNode =>
  isVideo(media)
    ? h('video', { src: String(media.url), className, muted: true, controls: true })
    : h('img', {
        src: String(media.url),
        className,
        alt: typeof media.alternativeText === 'string' ? media.alternativeText : '',
        loading: 'lazy',
      });

const prose = (text: string): ReactNode =>
  h('div', { className: 'prose', dangerouslySetInnerHTML: { __html: markdown.render(text) } });

const badge = (value: unknown): ReactNode => {
  const text = isObject(value) ? value.greenTag : undefined;
  return typeof text === 'string' ? h('span', { className: 'badge' }, text) : null;
};

const scalarText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '✓' : '—';
  return Array.isArray(value) ? value.join(' · ') : String(value);
};

const isScalar = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'));

const LONG_TEXT = 120;

const isProse = (value: unknown): value is string =>
  typeof value === 'string' && (value.length > LONG_TEXT || value.includes('\n'));

/** A zone's part holds one thing under a name of its own; what counts is the thing. */
const unwrapped = (item: Value): Value => {
  if (!('__component' in item)) return item;
  const inner = Object.values(item).find((value) => isObject(value));
  return isObject(inner) ? inner : item;
};

const visible = (value: Value): [string, unknown][] =>
  Object.entries(value).filter(
    ([key, item]) => !hidden.has(key) && item !== null && item !== '' && item !== undefined,
  );

/** Texts however short. */
const proseKeys = new Set([
  'presentation',
  'objectives',
  'directed',
  'subjectData',
  'syllabus',
  'contract',
  'description',
  'cv',
]);

const facts = (words: Words, value: Value, skip: ReadonlySet<string> = new Set()): ReactNode => {
  const rows = visible(value).filter(
    ([key, item]) =>
      !skip.has(key) &&
      !proseKeys.has(key) &&
      isScalar(item) &&
      !isProse(item) &&
      !titleKeys.includes(key),
  );
  if (rows.length === 0) return null;
  return h(
    'dl',
    null,
    rows.map(([key, item]) =>
      h('div', { key }, h('dt', null, words(key)), h('dd', null, scalarText(item))),
    ),
  );
};

const coverKeys = [
  'cardImage',
  'backgroundMedia',
  'image',
  'logo',
  'mediaHeader',
  'backgroundImage',
];

type Cover = { media: Value; className: string };

const coverOf = (value: Value, keys: readonly string[] = coverKeys): Cover | undefined => {
  for (const key of keys) {
    const media = value[key];
    const className = isMark(key) ? 'cover mark' : 'cover';
    if (isMedia(media)) return { media, className };
    if (Array.isArray(media) && isMedia(media[0])) return { media: media[0], className };
  }
  const address = value.backgroundMediaUrl;
  return typeof address === 'string'
    ? { media: { url: address, alternativeText: '' }, className: 'cover' }
    : undefined;
};

const names = (value: unknown): string =>
  Array.isArray(value)
    ? value.flatMap((item) => (isObject(item) ? [titleOf(item) ?? ''] : [])).join(', ')
    : '';

const cardFacts = ['type', 'duration', 'workPosition', 'hour', 'modality', 'link'];

const card = (raw: Value, key: number): ReactNode => {
  const item = unwrapped(raw);
  const cover = coverOf(item);
  const header = isObject(item.header) ? item.header : {};
  const known = cardFacts.flatMap((name) => {
    const value = item[name] ?? header[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const text = [item.description, item.summary, item.about, item.cv].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  return h(
    'article',
    { key, className: cover ? 'card' : 'card plain' },
    cover ? picture(cover.media, cover.className) : null,
    h(
      'div',
      { className: 'body' },
      badge(item.greenTag),
      h('h3', null, titleOf(item) ?? ''),
      known.length > 0 ? h('p', { className: 'meta' }, known.join(' · ')) : null,
      text === undefined ? null : prose(text),
      names(item.protagonists) === ''
        ? null
        : h('p', { className: 'who' }, names(item.protagonists)),
      names(item.channels) === '' ? null : h('p', { className: 'meta' }, names(item.channels)),
    ),
  );
};

/** A titled row of cards within a list: a shelf of products, a part of a programme. */
const shelf = (item: Value, key: number): ReactNode | undefined => {
  const inner = ['products', 'row'].find((name) => Array.isArray(item[name]));
  if (inner === undefined || coverOf(item) !== undefined) return undefined;
  const cards = (item[inner] as unknown[]).filter(isObject);
  return h(
    'section',
    { key, className: 'shelf' },
    h('h3', null, titleOf(item) ?? ''),
    h('div', { className: 'cards' }, cards.map(card)),
  );
};

const list = (items: readonly unknown[]): ReactNode => {
  if (items.every(isMedia)) {
    return h(
      'div',
      { className: 'gallery' },
      items.map((item, at) => h('div', { key: at }, picture(item, 'cover'))),
    );
  }
  const objects = items.filter(isObject);
  const shelves = objects.map(shelf);
  if (shelves.length > 0 && shelves.every((made) => made !== undefined)) return shelves;
  return h('div', { className: 'cards' }, objects.map(card));
};

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
  const texts = visible(value).filter(
    ([key, item]) => isProse(item) || (proseKeys.has(key) && typeof item === 'string'),
  );
  return h(
    'div',
    { className: cover ? 'panel pictured' : 'panel' },
    cover ? picture(cover.media, cover.className) : null,
    h(
      'div',
      null,
      titleOf(value) === undefined ? null : h('h3', null, titleOf(value)),
      texts.map(([key, item]) => h('div', { key }, prose(String(item)))),
      facts(words, value),
    ),
  );
};

const section = (words: Words, key: string, value: unknown): ReactNode => {
  if (key === 'greenTag' || isMedia(value)) return null;
  const content = (): ReactNode => {
    if (isProse(value) || (proseKeys.has(key) && typeof value === 'string')) return prose(value);
    if (Array.isArray(value)) return value.length > 0 && !isScalar(value) ? list(value) : null;
    if (isObject(value)) return key === 'seo' ? searchResult(value) : panel(words, value);
    return null;
  };
  const inner = content();
  return inner === null ? null : h('section', { key }, h('h2', null, words(key)), inner);
};

/** Widest first. */
const heroKeys = ['backgroundImage', 'mediaHeader', 'image', 'cardImage', 'logo'];

/** Any document in a contract's form as sections of a page: pictures, cards, texts and facts. */
export const documentBody = (document: Value, lang: string): ReactNode => {
  const words = wordsIn(lang);
  const hero = coverOf(document, heroKeys);
  const title = titleOf(document);
  return h(
    'main',
    null,
    title === undefined && hero === undefined
      ? null
      : h(
          'header',
          { className: 'hero' },
          hero ? picture(hero.media, hero.className) : null,
          h(
            'div',
            null,
            badge(document.greenTag),
            title === undefined ? null : h('h1', null, title),
            facts(words, document, new Set(['slug', 'SKU', 'payID', 'payCrm'])),
          ),
        ),
    visible(document).map(([key, value]) => section(words, key, value)),
  );
};
