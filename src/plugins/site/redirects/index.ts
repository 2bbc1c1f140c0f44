import type { Feature } from '#feature/feature';
import { listRedirects } from './contract';
import { redirectDefinitions, findCurrentSlug } from './server/redirects';

export { findAnsweredSlugs } from './server/redirects';

/** Redirects the former slugs of entries. */
export const redirects: Feature = {
  name: 'redirects',
  folder: __dirname,
  endpoints: [listRedirects],
  definitions: redirectDefinitions,
  findCurrentSlug,
};
