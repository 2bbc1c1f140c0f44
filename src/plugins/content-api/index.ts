import type { Feature } from '../../feature/feature';
import { grantContentApi } from './grants';
import { guardPanelQueries } from './panel-queries';
import { contentApiSettings } from './settings';

export { loginLinks } from './login-links';
export { boundedQueries, forgetRowCounts } from './bounded-queries';
export { boundPanelQueries } from './panel-queries';
export { publicSearch } from './public-search';
export { publishedOnly } from './published-only';
export { createContentRouter } from './router';

/**
 * Limits Strapi's generated content API to published entries, and bounds the cost of its queries.
 */
export const contentApi: Feature = {
  name: 'content-api',
  settings: [contentApiSettings],
  register: guardPanelQueries,
  bootstrap: grantContentApi,
};
