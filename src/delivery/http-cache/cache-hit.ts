import type { IncomingMessage } from 'node:http';
import type { WithStrapi } from '../../platform/with-strapi';
import { runForRequest } from '../../platform/request-id';

/** A response from the cache, which no middleware of Strapi has seen. */
export type CacheHit = {
  req: IncomingMessage;
  /** `operationId` of the endpoint. */
  endpoint: string;
  status: number;
  /** Milliseconds from the arrival of the request to the hand-over of the response. */
  milliseconds: number;
  requestId: string;
};

/** Called synchronously after the response has been handed over, so it must return quickly. */
export type CacheHitListener = (hit: CacheHit) => void;

const NAME = 'kept-answer-listeners';

/** Registers a subscriber for every response from the cache. Call it in `register`. */
export const subscribeToCacheHits = ({ strapi }: WithStrapi, listener: CacheHitListener): void => {
  if (!strapi.has(NAME)) strapi.add(NAME, []);
  strapi.get<CacheHitListener[]>(NAME).push(listener);
};

/** Returns one function for all subscribers; null without any, so that hits cost nothing more. */
export const cacheHitListenerOf = ({ strapi }: WithStrapi): CacheHitListener | null => {
  const listeners = strapi.has(NAME) ? strapi.get<CacheHitListener[]>(NAME) : [];
  const [first, ...others] = listeners;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return (hit) => {
    for (const listener of listeners) listener(hit);
  };
};

/** Logs each response from the cache under its request ID, as Strapi's own access log does. */
export const logCacheHits = ({ strapi }: WithStrapi): void =>
  subscribeToCacheHits({ strapi }, ({ req: { method, url }, status, milliseconds, requestId }) =>
    runForRequest(requestId, () =>
      strapi.log.http(`${method ?? ''} ${url ?? ''} (${Math.ceil(milliseconds)} ms) ${status}`),
    ),
  );
