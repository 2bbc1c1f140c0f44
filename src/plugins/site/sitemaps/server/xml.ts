import escapeHtml from 'escape-html';

/** Address in a sitemap, with its alternates in other languages. */
export type Entry = {
  address: string;
  /** Date and time in W3C format. */
  modified: string;
  alternates: readonly { language: string; address: string }[];
};

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

const link = ({ language, address }: Entry['alternates'][number]): string =>
  `<xhtml:link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(address)}"/>`;

/**
 * Returns a sitemap by https://www.sitemaps.org/protocol.html, with the extension for languages.
 */
export const sitemapOf = (entries: readonly Entry[]): string =>
  `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
  entries
    .map(
      ({ address, modified, alternates }) =>
        `<url>${element('loc', address)}${element('lastmod', modified)}${alternates.map(link).join('')}</url>\n`,
    )
    .join('') +
  '</urlset>\n';

export const indexOf = (sitemaps: readonly { address: string; modified: string }[]): string =>
  `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  sitemaps
    .map(
      ({ address, modified }) =>
        `<sitemap>${element('loc', address)}${element('lastmod', modified)}</sitemap>\n`,
    )
    .join('') +
  '</sitemapindex>\n';
