/**
 * Equivalent requests to this project's endpoints and to Strapi's generated REST API. The latter
 * ask for exactly the fields and relations of the contract.
 */

/**
 * Encodes nested values in Strapi's query syntax: `populate[seo][fields][0]=title`.
 *
 * @param {unknown} value
 * @param {string} [name]
 * @returns {string[]}
 */
const spell = (value, name = '') => {
  if (typeof value !== 'object' || value === null) {
    return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    spell(inner, name === '' ? key : `${name}[${key}]`),
  );
};

const short = { fields: ['url'] };
const full = {
  fields: [
    'name',
    'alternativeText',
    'caption',
    'width',
    'height',
    'formats',
    'hash',
    'ext',
    'mime',
    'size',
    'url',
    'previewUrl',
    'provider',
    'provider_metadata',
    'createdAt',
    'updatedAt',
  ],
};
const greenTag = { fields: ['greenTag'] };
const seo = (/** @type {object} */ image) => ({
  fields: ['title', 'description', 'author'],
  populate: { image },
});

const references = {
  categories: { fields: ['name'] },
  protagonists: { fields: ['name'] },
  channels: { fields: ['name'], populate: { logo: short, greenTag } },
};

const parts = (/** @type {object} */ media) => ({
  mediaHeader: media,
  cardImage: media,
  ...references,
  header: { populate: { language: { fields: ['name'] } } },
  greenTag,
  seo: seo(media),
  laabConnection: true,
  bookDetails: true,
});

const listed = [
  'SKU',
  'locale',
  'order',
  'publishedAt',
  'slug',
  'payID',
  'title',
  'type',
  'fullPrice',
  'tuitionPrice',
  'numberLimitedPlaces',
];

const detailed = [
  ...listed,
  'payCrm',
  'createdAt',
  'updatedAt',
  'acronym',
  'contract',
  'enrolButton',
  'formButton',
  'isSoon',
  'subjectData',
  'syllabus',
  'presentation',
  'objectives',
  'directed',
  'purchaseType',
  'instalmentsPrice',
  'presencialType',
  'limitedPlaces',
  'hasLaabConnection',
];

const stock = (/** @type {object} */ query) => `/api/products?${spell(query).join('&')}`;

/** @typedef {{ ours: string, stock: string }} Question */

/** @param {string} slug @returns {Question} */
export const oneBySlug = (slug) => ({
  ours: `/api/products/productBySlug/${slug}/es`,
  stock: stock({
    locale: 'es',
    filters: { slug },
    fields: detailed,
    populate: { ...parts(full), verticals: { fields: ['slug'] } },
  }),
});

/**
 * Returns the requests for the whole catalogue in one locale.
 *
 * @param {number} size
 * @returns {Question}
 */
export const listOfAll = (size) => ({
  ours: '/api/products/allProducts?lang=es',
  stock: stock({
    locale: 'es',
    sort: ['order', 'documentId'],
    pagination: { pageSize: size, withCount: false },
    fields: listed,
    populate: parts(short),
  }),
});

export const COURSES_ON_A_PAGE = 24;

/**
 * Returns the requests for a page of the courses in one locale.
 *
 * @param {number} page from 1
 * @returns {Question}
 */
export const pageOfCourses = (page) => ({
  ours: `/api/products/courses?lang=es&page=${page}&pageSize=${COURSES_ON_A_PAGE}`,
  stock: stock({
    locale: 'es',
    filters: { type: { $in: ['Curso corto', 'Programa largo', 'Curso presencial'] } },
    sort: ['order', 'documentId'],
    pagination: { page, pageSize: COURSES_ON_A_PAGE },
    fields: listed,
    populate: parts(short),
  }),
});

/**
 * Returns the requests for the channels of a business line. @param {number} line from 1 @returns
 * {Question}
 */
export const channelsOf = (line) => ({
  ours: `/api/channels/line-${line}`,
  stock: `/api/channels?${spell({
    filters: { verticals: { slug: `line-${line}` } },
    sort: ['order', 'documentId'],
    fields: ['name', 'description', 'slug', 'type', 'createdAt', 'updatedAt', 'order'],
  }).join('&')}`,
});

const withText = { fields: ['url', 'alternativeText'] };

const shown = {
  protagonists: { fields: ['name'] },
  channels: references.channels,
  greenTag,
};

/** Population of the cards of a dynamic zone, each with the content of its document. */
const cards = {
  on: {
    'home.series-home': {
      populate: {
        serie: {
          fields: ['name'],
          populate: { channels: shown.channels, greenTag, cardImage: withText },
        },
      },
    },
    'home.product-home': {
      populate: {
        product: {
          fields: ['title', 'type'],
          populate: {
            header: {
              fields: ['modality', 'duration', 'lessonNumber'],
              populate: { language: { fields: ['name'] } },
            },
            cardImage: withText,
            ...shown,
          },
        },
      },
    },
    'home.live-home': {
      populate: {
        live: {
          fields: ['title'],
          populate: {
            program: { populate: { row: { populate: { protagonists: { fields: ['name'] } } } } },
            typeOfLive: true,
            image: withText,
            ...shown,
          },
        },
      },
    },
  },
};

const homeOfDocuments = {
  locale: 'es',
  status: 'published',
  filters: { vertical: { slug: 'line-1' } },
  fields: ['documentId'],
  populate: {
    carouselMedia: { populate: { backgroundMedia: withText, icon: withText } },
    channels: { fields: ['name'], populate: { logo: withText, greenTag } },
    tendencies: cards,
    contents: cards,
    imagenPlan: withText,
    planTypes: true,
    seo: seo(full),
  },
};

/**
 * Requests for the home page. Stock Strapi reads it by the Document Service, as a custom controller
 * would.
 */
export const home = {
  ours: '/api/home-pages/full-populate?lang=es&vertical=line-1',
  documents: `/document/api::home-page.home-page?wanted=${encodeURIComponent(JSON.stringify(homeOfDocuments))}`,
};

export const channels = channelsOf(1).ours;

/** Request for a channel with all its content, including a quarter of the products. */
export const channelWithProducts = '/api/channel/channel-1?lang=es';
