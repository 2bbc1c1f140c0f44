/** Page types, in the order of a site's menu. */
export const pageTypes = [
  'api::home-page.home-page',
  'api::presentials-page.presentials-page',
  'api::books-page.books-page',
  'api::contents-page.contents-page',
  'api::company-page.company-page',
  'api::channels-page.channels-page',
  'api::platform-page.platform-page',
] as const;

export type PageType = (typeof pageTypes)[number];

export const isPageType = (uid: string): uid is PageType =>
  (pageTypes as readonly string[]).includes(uid);
