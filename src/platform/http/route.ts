import type { Endpoint } from './endpoint';

/**
 * Returns the Strapi route of an endpoint. `auth` is false because the contract alone controls the
 * response. The public role's permissions apply to the generated content API only.
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
 * Returns routes at exactly the paths of their contracts. Without an empty prefix, Strapi puts a
 * plugin's name before them.
 */
export const defineContentApiRoutes = (...routes: readonly ReturnType<typeof route>[]) => ({
  type: 'content-api' as const,
  prefix: '',
  routes,
});
