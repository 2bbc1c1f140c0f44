import type { WithStrapi } from '../../platform/with-strapi';
import { runForRequest } from '../../platform/http/request-id';
import { subscribeToCacheHits } from './cache-hit';

/**
 * Logs each response from the cache under its request ID, in the format of Strapi's own access log.
 */
export const logCacheHits = ({ strapi }: WithStrapi): void =>
  subscribeToCacheHits({ strapi }, ({ req: { method, url }, status, milliseconds, requestId }) =>
    runForRequest(requestId, () =>
      strapi.log.http(`${method ?? ''} ${url ?? ''} (${Math.ceil(milliseconds)} ms) ${status}`),
    ),
  );
