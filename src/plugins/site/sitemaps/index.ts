import type { Feature } from '#feature/feature';
import { getSitemap, getSitemapIndex } from './contract';

/** Generates a sitemap for each business line. */
export const sitemaps: Feature = {
  name: 'sitemaps',
  folder: __dirname,
  endpoints: [getSitemapIndex, getSitemap],
};
