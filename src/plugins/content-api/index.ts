import type { Feature } from '../../feature/feature';
import { grantContentApi } from './grants';
import { guardPanelQueries } from './panel-queries';
import { contentApiSettings } from './settings';

export { loginLinks } from './login-links';
export { boundedQueries } from './bounded-queries';
export { boundPanelQueries } from './panel-queries';
export { publishedOnly } from './published-only';
export { createContentRouter } from './router';

/** Strapi's generated content API: read-only for the public, and never a way to drafts. */
export const contentApi: Feature = {
  name: 'content-api',
  settings: [contentApiSettings],
  register: guardPanelQueries,
  bootstrap: grantContentApi,
};
