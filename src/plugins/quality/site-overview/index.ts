import type { Feature } from '#feature/feature';
import { countDefinitions } from './server/overview';

export { findMissingPages, type MissingPage } from './overview';
export { readSiteOverview } from './server/overview';

/** Shows which pages and entries exist, or are missing, for each business line and language. */
export const siteOverview: Feature = {
  name: 'site-overview',
  folder: __dirname,
  definitions: countDefinitions,
};
