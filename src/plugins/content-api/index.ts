import type { Feature } from '#feature/feature';
import { grantContentApi } from './grants';
import { guardPanelQueries } from './panel-queries';
import { registerContentRoutes } from './router';
import { contentApiSettings } from './settings';

export { forgetRowCounts } from './bounded-queries';
export { createContentRouter } from './router';

/**
 * Limits Strapi's generated content API to published entries, and bounds the cost of its queries.
 */
export const contentApi: Feature = {
  name: 'content-api',
  settings: [contentApiSettings],
  register(context): void {
    registerContentRoutes(context);
    guardPanelQueries(context);
  },
  bootstrap: grantContentApi,
};
