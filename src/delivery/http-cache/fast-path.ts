import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { takenOrMade } from '../../platform/http/request-id';
import type { Listener } from '../invalidation/listener';
import type { Metrics } from '../metrics/metrics';
import type { ResponseCache } from './cache';
import { asStale } from './response';
import { BY_CALLER, negotiateReady, type Representation } from './negotiate';
import { tagHeaders } from './tags';
import type { HearKeptAnswer } from './kept-answer';
import { createTurns } from './turns';

/** Headers of one response or one connection, in contrast to those that every response has. */
const ownHeaders = new Set([
  'cache-control',
  'cache-status',
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
  'x-request-id',
  ...Object.keys(tagHeaders),
]);

/** What Strapi's middlewares put on an answer, for one that is kept and for one from before. */
type CommonHeaders = { hit: readonly string[]; stale: readonly string[] };

/** A header's value without what is said of one response only. */
const sharedValue = (name: string, value: string): string =>
  name.toLowerCase() === 'vary'
    ? value
        .split(', ')
        .filter((one) => one !== BY_CALLER)
        .join(', ')
    : value;

type Options = {
  cache: ResponseCache;
  metrics: Metrics;
  /** Says whether memory may be used now, and waits until it may. */
  listener: Pick<Listener, 'isCurrent' | 'waitUntilSynced' | 'secondsSilent'>;
  /** Whether the database is away, so that answers from before may be sent. */
  isAway: () => boolean;
  /** Whether responses say where they came from. */
  hasDebugHeaders: boolean;
  /** Hears of every answer; null where nobody wants to. */
  hear: HearKeptAnswer | null;
};

/**
 * Answers requests from memory before Strapi sees them. It knows only addresses that Strapi has answered
 * before, and the headers that Strapi's middlewares gave such a response, which are the same for every origin; everything
 * else it leaves to Strapi.
 */
export const createFastPath = ({
  cache,
  metrics,
  listener,
  isAway,
  hasDebugHeaders,
  hear,
}: Options) => {
  let common: CommonHeaders | undefined;

  const respond = (
    req: IncomingMessage,
    res: ServerResponse,
    shared: readonly string[],
    { status, headers, body }: Representation,
    since: number,
  ): void => {
    const id = takenOrMade(String(req.headers['x-request-id'] ?? ''));
    res.writeHead(status, shared.concat('X-Request-Id', id, headers));
    if (body === null || req.method === 'HEAD') res.end();
    else res.end(body);
    if (hear === null) return;
    const endpoint = cache.endpointAt(req.url ?? '');
    hear({ req, endpoint, status, milliseconds: performance.now() - since, requestId: id });
  };

  /** When an answer was begun; nobody looks at the clock where nobody wants to know. */
  const now = (): number => (hear === null ? 0 : performance.now());

  /** Whether the request may be answered from memory, and its address was requested before. */
  const isKnown = ({ method, headers, url }: IncomingMessage): boolean =>
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    cache.knows(url ?? '');

  /** Nothing can be made now: what was kept before is sent, and says so. */
  const answerStale = (req: IncomingMessage, res: ServerResponse, since: number): boolean => {
    const kept = cache.asideAt(req.url ?? '');
    if (kept === undefined || common === undefined) return false;
    const { response, cacheStatus } = asStale(kept, listener.secondsSilent());
    const representation = negotiateReady(response, req.headers);
    if (representation === null) return false;
    metrics.stale += 1;
    respond(req, res, common.stale.concat('Cache-Status', cacheStatus), representation, since);
    return true;
  };

  const answer = (req: IncomingMessage, res: ServerResponse, since = now()): boolean => {
    if (!isKnown(req)) return false;
    if (!listener.isCurrent()) return isAway() && answerStale(req, res, since);
    const response = cache.at(req.url ?? '');
    if (response === undefined) return false;
    if (common === undefined) return false;
    const representation = negotiateReady(response, req.headers);
    if (representation === null) return false;
    metrics[representation.status === 304 ? 'notModified' : 'hits'] += 1;
    respond(req, res, common.hit, representation, since);
    return true;
  };

  return {
    /** Remembers the headers that Strapi's middlewares put on a response that may be kept. */
    learn(res: ServerResponse): void {
      const shared = Object.entries(res.getHeaders()).filter(
        ([name]) => !ownHeaders.has(name.toLowerCase()),
      );
      const pairs = shared.flatMap(([name, value]) => [name, sharedValue(name, String(value))]);
      const from = (cached: string) => (hasDebugHeaders ? ['X-Cache', cached] : []);
      common = { hit: [...pairs, ...from('HIT')], stale: [...pairs, ...from('STALE')] };
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
      const since = now();
      return listener.waitUntilSynced().then((isCurrent) => isCurrent && answer(req, res, since));
    },
  };
};

export type FastPath = ReturnType<typeof createFastPath>;

const isRead = ({ method }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Has the fast path see the server's requests before every other listener, and writes go before reads. */
export const installFastPath = (server: Server, fastPath: FastPath): void => {
  const listeners = server.listeners('request') as ((
    req: IncomingMessage,
    res: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  const turns = createTurns();
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (fastPath.answer(req, res)) return;
    const pass = (): void => {
      for (const listener of listeners) listener.call(server, req, res);
    };
    const later = fastPath.answerWhenSynced(req, res);
    if (later === null) pass();
    else void later.then((isAnswered) => isAnswered || pass());
  };
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (isRead(req)) {
      turns.read(() => handle(req, res));
      return;
    }
    res.once('close', turns.write());
    handle(req, res);
  });
};
