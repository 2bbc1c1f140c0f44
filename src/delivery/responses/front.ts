import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Counters } from '../counters';
import type { ResponseCache } from './cache';
import { negotiateReady, type Representation } from './negotiate';

/** Origins are a caller's own words; only so many are remembered. */
const ORIGINS = 500;

/** What describes one answer or one connection, in contrast to what every answer carries. */
const ownHeaders = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'server-timing',
  'transfer-encoding',
  'x-cache',
]);

type Options = {
  cache: ResponseCache;
  counters: Counters;
  /** Whether memory may be used at this very moment. */
  isCurrent: () => boolean;
  /** Tells callers where an answer came from. */
  isTelling: boolean;
};

/**
 * Answers from memory before Strapi sees the request. It knows only addresses that Strapi has answered
 * before, and the headers that Strapi's middlewares gave such an answer for the same origin; everything
 * else it leaves to Strapi.
 */
export const createFront = ({ cache, counters, isCurrent, isTelling }: Options) => {
  const commonHeaders = new LRUCache<string, OutgoingHttpHeaders>({ max: ORIGINS });

  const originOf = ({ headers }: IncomingMessage): string => headers.origin ?? '';

  const send = (
    req: IncomingMessage,
    res: ServerResponse,
    common: OutgoingHttpHeaders,
    { status, headers, body }: Representation,
  ): void => {
    counters.add(status === 304 ? 'notModified' : 'hits');
    const told = isTelling ? { 'X-Cache': 'HIT' } : {};
    res.writeHead(status, { ...common, ...headers, ...told });
    if (body === null || req.method === 'HEAD') res.end();
    else res.end(body);
  };

  return {
    /** Takes over the headers that Strapi's middlewares put on an answer that may be kept. */
    learn(req: IncomingMessage, res: ServerResponse): void {
      const common = Object.entries(res.getHeaders()).filter(
        ([name]) => !ownHeaders.has(name.toLowerCase()),
      );
      commonHeaders.set(originOf(req), Object.fromEntries(common));
    },

    /** Whether the request was answered. */
    answer(req: IncomingMessage, res: ServerResponse): boolean {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false;
      if (req.headers.authorization !== undefined || !isCurrent()) return false;
      const response = cache.at(req.url ?? '');
      if (response === undefined) return false;
      const common = commonHeaders.get(originOf(req));
      if (common === undefined) return false;
      const representation = negotiateReady(response, req.headers);
      if (representation === null) return false;
      send(req, res, common, representation);
      return true;
    },
  };
};

export type Front = ReturnType<typeof createFront>;

/** Puts the front before whatever listens to the server's requests. */
export const putBefore = (server: Server, front: Front): void => {
  const listeners = server.listeners('request') as ((
    req: IncomingMessage,
    res: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (front.answer(req, res)) return;
    for (const listener of listeners) listener.call(server, req, res);
  });
};
