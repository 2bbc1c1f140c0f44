/**
 * The content types of the sample, each after the ones it refers to: an entry can be published as
 * soon as it is written, because everything it links to is published by then.
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

/** The languages of the sample; what has no language of its own is linked in the first. */
export const sampleLocales = [
  { code: 'es', name: 'Español (es)' },
  { code: 'en', name: 'English (en)' },
] as const;

export const defaultLocale = sampleLocales[0].code;
