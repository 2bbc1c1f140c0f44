import type { Endpoint } from './endpoint';

/**
 * The Strapi route of an endpoint. `auth: false` because the contract alone decides what leaves: the
 * public role's permissions rule the generated content API, not these.
 */
export const route = (endpoint: Endpoint, handler: string) => ({
  method: endpoint.method,
  path: endpoint.path,
  handler,
  request: {
    ...(endpoint.params ? { params: endpoint.params.shape } : {}),
    ...(endpoint.query ? { query: endpoint.query.shape } : {}),
    ...(endpoint.body ? { body: { 'application/json': endpoint.body } } : {}),
  },
  response: endpoint.response,
  config: { auth: false as const },
});

/**
 * The routes of a plugin or type at the very paths that the contracts say; without an empty prefix Strapi puts
 * a plugin's name before them.
 */
export const contentApiRoutes = (...routes: readonly ReturnType<typeof route>[]) => ({
  type: 'content-api' as const,
  prefix: '',
  routes,
});
