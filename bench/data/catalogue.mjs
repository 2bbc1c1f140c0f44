import { documentIdOf, randomOf, sample, textOf } from './random.mjs';

/**
 * @typedef {Record<string, unknown>} Data attributes by name: a value, a component or a list of
 * them, document IDs of a relation, or the ID of a file
 *
 * @typedef {object} Entry
 * @property {string} uid
 * @property {string} documentId
 * @property {Record<string, Data>} locales data for each locale; under '' for types that are not
 * localised
 */

export const locales = /** @type {const} */ (['es', 'en']);

const TAGS = ['TENDENCIA', 'TOP 10', 'PREMIUM', 'PROMOCIÓN'];
const TYPES = ['Curso corto', 'Programa largo', 'Libro', 'Máster', 'Curso presencial'];

/**
 * @param {string} uid
 * @param {number} count
 * @param {(at: number, random: () => number, locale: string) => Data} describe
 * @param {{ isLocalized?: boolean }} [options]
 * @returns {Entry[]}
 */
const entries = (uid, count, describe, { isLocalized = false } = {}) =>
  Array.from({ length: count }, (_, index) => ({
    uid,
    documentId: documentIdOf(`${uid} ${index}`),
    locales: Object.fromEntries(
      (isLocalized ? locales : ['']).map((locale) => [
        locale,
        describe(index, randomOf(`${uid} ${index} ${locale}`), locale),
      ]),
    ),
  }));

/** @param {readonly Entry[]} list */
const idsOf = (list) => list.map(({ documentId }) => documentId);

/** @param {() => number} random @param {number} file */
const seo = (random, file) => ({
  title: textOf(random, 45),
  description: textOf(random, 850),
  author: textOf(random, 16),
  image: file,
});

/** @param {() => number} random */
const greenTag = (random) => ({ greenTag: TAGS[Math.floor(random() * TAGS.length)] });

/**
 * Returns the number of pictures for `size` products; each picture is used in several places.
 *
 * @param {number} size
 */
export const filesFor = (size) => 40 + Math.ceil(size / 4);

const verticals = () =>
  entries('api::vertical.vertical', 3, (index) => ({
    name: `Line ${index + 1}`,
    slug: `line-${index + 1}`,
    isDefault: index === 0,
    defaultLang: 'es',
    order: index,
  }));

const categories = () =>
  entries(
    'api::category.category',
    12,
    (index, random) => ({ name: textOf(random, 18), slug: `category-${index}`, order: index }),
    { isLocalized: true },
  );

const protagonists = () =>
  entries(
    'api::protagonist.protagonist',
    60,
    (index, random) => ({
      name: textOf(random, 20),
      slug: `protagonist-${index}`,
      cv: textOf(random, 400),
      image: 1 + (index % 40),
      order: index,
      seo: seo(random, 1 + (index % 40)),
    }),
    { isLocalized: true },
  );

/** @param {readonly Entry[]} lines */
const channels = (lines) =>
  entries('api::channel.channel', 8, (index, random) => ({
    name: textOf(random, 22),
    slug: `channel-${index}`,
    description: textOf(random, 200),
    type: index % 2 === 0 ? 'University' : 'Partner',
    order: index,
    logo: 1 + index,
    headVideo: { title: textOf(random, 20) },
    greenTag: greenTag(random),
    seo: seo(random, 1 + index),
    verticals: idsOf(lines),
  }));

/** Creates all entries of a catalogue except products and pages. */
export const surroundings = () => {
  const lines = verticals();
  const subjects = categories();
  const people = protagonists();
  const houses = channels(lines);
  const series = entries(
    'api::series.series',
    8,
    (index, random) => ({
      name: textOf(random, 24),
      slug: `series-${index}`,
      description: textOf(random, 200),
      needLogin: false,
      order: index,
      image: 10 + index,
      cardImage: 11 + index,
      greenTag: greenTag(random),
      seo: seo(random, 10 + index),
      verticals: idsOf(lines),
      categories: sample(random, idsOf(subjects), 2),
      channels: sample(random, idsOf(houses), 2),
      protagonists: sample(random, idsOf(people), 3),
    }),
    { isLocalized: true },
  );
  const lives = entries('api::live.live', 8, (index, random) => ({
    title: textOf(random, 30),
    slug: `live-${index}`,
    order: index,
    image: 20 + index,
    vertical: sample(random, idsOf(lines), 1),
    greenTag: greenTag(random),
    typeOfLive: { typeLive: 'Zoom', startDate: '2026-03-01T17:00:00.000Z' },
    program: [0, 1].map((part) => ({
      title: textOf(random, 20),
      row: [0, 1, 2].map((hour) => ({
        hour: `1${part}:${hour}0`,
        about: textOf(random, 60),
        protagonists: sample(random, idsOf(people), 2),
      })),
    })),
    channels: sample(random, idsOf(houses), 2),
    protagonists: sample(random, idsOf(people), 3),
  }));
  return {
    verticals: lines,
    categories: subjects,
    protagonists: people,
    channels: houses,
    series,
    lives,
  };
};

/** @param {() => number} random @param {number} index */
const bookDetails = (random, index) => ({
  author: textOf(random, 20),
  publicationYear: 1990 + (index % 36),
  numberOfPages: 100 + (index % 400),
  numberOfIllustrations: index % 50,
  bindingFormat: 'Tapa blanda',
  edition: `${1 + (index % 4)}ª`,
  language: 'Español',
  ISBN: '978-84-376-0494-7',
  synopsis: textOf(random, 400),
  description: textOf(random, 300),
  chapterIndex: textOf(random, 300),
  editorial: textOf(random, 12),
  format: index % 2 === 0 ? 'Physical' : 'Digital',
  editorialEmail: 'hello@example.com',
});

/** @param {() => number} random @param {number} index @param {string} locale */
const header = (random, index, locale) => ({
  modality: index % 4 === 0 ? 'Presencial' : 'Online',
  duration: `${1 + (index % 12)} meses`,
  certificate: index % 2 === 0,
  language: (locale === 'es' ? ['Español', 'Inglés'] : ['English']).map((name) => ({ name })),
  level: textOf(random, 10),
  credits: `${index % 60} ECTS`,
  ebookNumber: index % 9,
  startingDate: textOf(random, 14),
  lessonNumber: 10 + (index % 90),
  appAvailable: true,
  universityDegree: textOf(random, 24),
});

/**
 * Creates one product of a catalogue.
 *
 * @param {number} index its index, from 0
 * @param {number} size how many products the catalogue has
 * @param {ReturnType<typeof surroundings>} around
 * @returns {Entry}
 */
export const productAt = (index, size, { verticals, categories, protagonists, channels }) => {
  const uid = 'api::product.product';
  const chosen = randomOf(`product ${index}`);
  const files = filesFor(size);
  const file = () => 1 + Math.floor(chosen() * files);
  const shared = {
    SKU: `SKU-${index}`,
    slug: `product-${index}`,
    order: Math.floor(chosen() * 1_000),
    payID: `price_${documentIdOf(`pay ${index}`)}`,
    payCrm: `crm-${index}`,
    type: TYPES[index % TYPES.length],
    verticals: idsOf(sample(chosen, verticals, 1)),
    categories: idsOf(sample(chosen, categories, 2)),
    protagonists: idsOf(sample(chosen, protagonists, 3)),
    channels: idsOf(sample(chosen, channels, 2)),
    mediaHeader: file(),
    cardImage: file(),
    fullPrice: 100 + (index % 900) + 0.5,
    tuitionPrice: 50 + (index % 100),
    numberLimitedPlaces: index % 40,
    isSoon: index % 10 === 0,
    purchaseType: 'single',
  };
  const picture = file();
  return {
    uid,
    documentId: documentIdOf(`${uid} ${index}`),
    locales: Object.fromEntries(
      locales.map((locale) => {
        const random = randomOf(`product ${index} ${locale}`);
        return [
          locale,
          {
            ...shared,
            title: textOf(random, 40),
            presentation: textOf(random, 200),
            header: header(random, index, locale),
            ...(index % 3 === 0 ? { greenTag: greenTag(random) } : {}),
            seo: seo(random, picture),
            ...(shared.type === 'Libro' ? { bookDetails: bookDetails(random, index) } : {}),
          },
        ];
      }),
    ),
  };
};

/** Returns the slug of the product that figures about one product request. */
export const slugAt = (/** @type {number} */ index) => `product-${index}`;
