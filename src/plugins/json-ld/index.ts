import type { Feature } from '../../feature/feature';
import { getJsonLd } from './contract';

/** Entries as search engines read them. */
export const jsonLd: Feature = {
  name: 'json-ld',
  isPlugin: true,
  endpoints: [getJsonLd],
};
