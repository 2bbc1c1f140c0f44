import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Listener } from '../invalidation/listener';
import type { Metrics } from '../metrics/metrics';
import type { ResponseCache } from './cache';
import { negotiateReady, type Representation } from './negotiate';
import { tagHeaders } from './tags';

/** Origins are chosen by callers; only so many are remembered. */
const ORIGINS = 500;

/** Headers of one response or one connection, in contrast to those that every response has. */
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
  ...Object.keys(tagHeaders),
]);

type Options = {
  cache: ResponseCache;
  metrics: Metrics;
  /** Says whether memory may be used now, and waits until it may. */
  listener: Pick<Listener, 'isCurrent' | 'waitUntilSynced'>;
  /** Whether responses say where they came from. */
  hasDebugHeaders: boolean;
};

/**
 * Answers requests from memory before Strapi sees them. It knows only addresses that Strapi has answered
 * before, and the headers that Strapi's middlewares gave such a response for the same origin; everything
 * else it leaves to Strapi.
 */
export const createFastPath = ({ cache, metrics, listener, hasDebugHeaders }: Options) => {
  const commonHeaders = new LRUCache<string, readonly string[]>({ max: ORIGINS });

  const originOf = ({ headers }: IncomingMessage): string => headers.origin ?? '';

  const send = (
    req: IncomingMessage,
    res: ServerResponse,
    common: readonly string[],
    { status, headers, body }: Representation,
  ): void => {
    metrics[status === 304 ? 'notModified' : 'hits'] += 1;
    res.writeHead(status, common.concat(headers));
    if (body === null || req.method === 'HEAD') res.end();
    else res.end(body);
  };

  /** Whether the request may be answered from memory, and its address was requested before. */
  const isKnown = ({ method, headers, url }: IncomingMessage): boolean =>
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    cache.knows(url ?? '');

  const answer = (req: IncomingMessage, res: ServerResponse): boolean => {
    if (!listener.isCurrent() || !isKnown(req)) return false;
    const response = cache.at(req.url ?? '');
    if (response === undefined) return false;
    const common = commonHeaders.get(originOf(req));
    if (common === undefined) return false;
    const representation = negotiateReady(response, req.headers);
    if (representation === null) return false;
    send(req, res, common, representation);
    return true;
  };

  return {
    /** Remembers the headers that Strapi's middlewares put on a response that may be kept. */
    learn(req: IncomingMessage, res: ServerResponse): void {
      const common = Object.entries(res.getHeaders()).filter(
        ([name]) => !ownHeaders.has(name.toLowerCase()),
      );
      const debugHeaders = hasDebugHeaders ? ['X-Cache', 'HIT'] : [];
      commonHeaders.set(originOf(req), [
        ...common.flatMap(([name, value]) => [name, String(value)]),
        ...debugHeaders,
      ]);
    },

    /** Answers the request if it can; says whether it did. */
    answer,

    /**
     * The same once this node has received its own last write; null where that is not what the request
     * has to wait for. Every write would otherwise send all requests of that moment through Strapi, which
     * takes far longer than the moment does.
     */
    answerWhenSynced(req: IncomingMessage, res: ServerResponse): Promise<boolean> | null {
      if (listener.isCurrent() || !isKnown(req)) return null;
      return listener.waitUntilSynced().then((isCurrent) => isCurrent && answer(req, res));
    },
  };
};

export type FastPath = ReturnType<typeof createFastPath>;

/** Has the fast path see the server's requests before every other listener. */
export const installFastPath = (server: Server, fastPath: FastPath): void => {
  const listeners = server.listeners('request') as ((
    req: IncomingMessage,
    res: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (fastPath.answer(req, res)) return;
    const pass = (): void => {
      for (const listener of listeners) listener.call(server, req, res);
    };
    const later = fastPath.answerWhenSynced(req, res);
    if (later === null) pass();
    else void later.then((isAnswered) => isAnswered || pass());
  });
};
