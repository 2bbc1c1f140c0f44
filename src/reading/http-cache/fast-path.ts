import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Listener } from '../invalidation/listener';
import type { Counters } from '../metrics';
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
  /** Whether memory may be used at this very moment, and a moment at which it is known again. */
  listener: Pick<Listener, 'isCurrent' | 'caughtUp'>;
  /** Tells callers where an answer came from. */
  isTelling: boolean;
};

/**
 * Answers from memory before Strapi sees the request. It knows only addresses that Strapi has answered
 * before, and the headers that Strapi's middlewares gave such an answer for the same origin; everything
 * else it leaves to Strapi.
 */
export const createFront = ({ cache, counters, listener, isTelling }: Options) => {
  const commonHeaders = new LRUCache<string, readonly string[]>({ max: ORIGINS });

  const originOf = ({ headers }: IncomingMessage): string => headers.origin ?? '';

  const send = (
    req: IncomingMessage,
    res: ServerResponse,
    common: readonly string[],
    { status, headers, body }: Representation,
  ): void => {
    counters.add(status === 304 ? 'notModified' : 'hits');
    res.writeHead(status, common.concat(headers));
    if (body === null || req.method === 'HEAD') res.end();
    else res.end(body);
  };

  /** Whether the request may be answered from memory, and what is kept was asked for at this address. */
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
    /** Takes over the headers that Strapi's middlewares put on an answer that may be kept. */
    learn(req: IncomingMessage, res: ServerResponse): void {
      const common = Object.entries(res.getHeaders()).filter(
        ([name]) => !ownHeaders.has(name.toLowerCase()),
      );
      const told = isTelling ? ['X-Cache', 'HIT'] : [];
      commonHeaders.set(originOf(req), [
        ...common.flatMap(([name, value]) => [name, String(value)]),
        ...told,
      ]);
    },

    /** Whether the request was answered. */
    answer,

    /**
     * The same for a request that only waits until this node has heard of its own last write; null where
     * there is nothing to wait for. A service that writes now and then would otherwise send everybody
     * through Strapi for that moment, which takes far longer than the moment does.
     */
    answerSoon(req: IncomingMessage, res: ServerResponse): Promise<boolean> | null {
      if (listener.isCurrent() || !isKnown(req)) return null;
      return listener.caughtUp().then((isCurrent) => isCurrent && answer(req, res));
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
    const pass = (): void => {
      for (const listener of listeners) listener.call(server, req, res);
    };
    const soon = front.answerSoon(req, res);
    if (soon === null) pass();
    else void soon.then((isAnswered) => isAnswered || pass());
  });
};
