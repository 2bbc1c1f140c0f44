import type { Feature } from '../../feature/feature';
import { countDefinitions } from './server/counted-types';

export { missingPages } from './server/services/site';

/** Which pages and entries there are, for which business lines and languages, and which are missing. */
export const siteOverview: Feature = {
  name: 'site-overview',
  isPlugin: true,
  definitions: countDefinitions,
};
