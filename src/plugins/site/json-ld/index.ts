import type { Feature } from '#feature/feature';
import { getJsonLd } from './contract';

/** Describes entries as JSON-LD for search engines. */
export const jsonLd: Feature = {
  name: 'json-ld',
  folder: __dirname,
  endpoints: [getJsonLd],
};
