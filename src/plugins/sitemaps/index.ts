import type { Feature } from '../../feature/feature';
import { getSitemap, getSitemapIndex } from './contract';

/** What search engines are to find on the sites of business lines. */
export const sitemaps: Feature = {
  name: 'sitemaps',
  isPlugin: true,
  endpoints: [getSitemapIndex, getSitemap],
};
