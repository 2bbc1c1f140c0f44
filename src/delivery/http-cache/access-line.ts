import type { WithStrapi } from '../../platform/with-strapi';
import { doneFor } from '../../platform/http/request-id';
import { subscribeToCacheHits } from './cache-hit';

/**
 * Logs each response from the cache under its request ID, in the format of Strapi's own access log.
 */
export const logCacheHits = ({ strapi }: WithStrapi): void =>
  subscribeToCacheHits({ strapi }, ({ req: { method, url }, status, milliseconds, requestId }) =>
    doneFor(requestId, () =>
      strapi.log.http(`${method ?? ''} ${url ?? ''} (${Math.ceil(milliseconds)} ms) ${status}`),
    ),
  );
