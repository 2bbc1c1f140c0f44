/**
 * Content types of the sample, each after the types that it refers to. So an entry can be published
 * as soon as it is written, because its references are published by then.
 */
export const sampleTypes = [
  { folder: 'verticals', uid: 'api::vertical.vertical' },
  { folder: 'categories', uid: 'api::category.category' },
  { folder: 'channels', uid: 'api::channel.channel' },
  { folder: 'protagonists', uid: 'api::protagonist.protagonist' },
  { folder: 'episodes', uid: 'api::episode.episode' },
  { folder: 'series', uid: 'api::series.series' },
  { folder: 'lives', uid: 'api::live.live' },
  { folder: 'products', uid: 'api::product.product' },
  { folder: 'pages/home', uid: 'api::home-page.home-page' },
  { folder: 'pages/presentials', uid: 'api::presentials-page.presentials-page' },
  { folder: 'pages/books', uid: 'api::books-page.books-page' },
  { folder: 'pages/contents', uid: 'api::contents-page.contents-page' },
  { folder: 'pages/company', uid: 'api::company-page.company-page' },
  { folder: 'pages/channels', uid: 'api::channels-page.channels-page' },
  { folder: 'pages/platform', uid: 'api::platform-page.platform-page' },
] as const;

export type SampleType = (typeof sampleTypes)[number];
export type SampleUid = SampleType['uid'];

/** Locales of the sample; entries that are not localised are linked in the first one. */
export const sampleLocales = [
  { code: 'es', name: 'Español (es)' },
  { code: 'en', name: 'English (en)' },
] as const;

export const defaultLocale = sampleLocales[0].code;
