import type { IncomingMessage, ServerResponse } from 'node:http';
import { AsyncResource } from 'node:async_hooks';
import { chooseRequestId, runForRequest } from '#platform/request-id';
import type { Listener } from '../invalidation/listener';
import type { Metrics } from '../metrics/metrics';
import type { ResponseCache } from './cache';
import { asStale, CALLER_HEADER, negotiateReady, type Representation } from './response';
import { tagHeaders } from './tags';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** Number of reads answered in one turn of the event loop while a write is running. */
const READS_PER_TURN = 8;

/** Milliseconds for which a write has priority over reads. A large upload then loses it. */
const PRIORITY_MS = 250;

/**
 * Creates a scheduler that gives writes priority over reads.
 *
 * A write runs about a hundred statements in sequence. Each database response waits until all reads
 * that arrived meanwhile are answered. With many readers, a publication took four times as long. So
 * while a write runs, only a few reads are answered in each turn of the event loop. Without writes,
 * no read waits.
 *
 * @param nextTurn calls back when the event loop has polled every connection
 * @param onPriorityEnd calls back when the priority of a write ends
 */
export const createWritePriorityScheduler = (
  nextTurn: (callback: () => void) => void = (callback) => void setImmediate(callback),
  readsPerTurn = READS_PER_TURN,
  onPriorityEnd: (callback: () => void) => void = (callback) =>
    void setTimeout(callback, PRIORITY_MS).unref(),
) => {
  let writes = 0;
  let answered = 0;
  let isScheduled = false;
  let waiting: (() => void)[] = [];

  const runBatch = (): void => {
    const batch = waiting.slice(0, writes === 0 ? waiting.length : readsPerTurn);
    waiting = waiting.slice(batch.length);
    answered = batch.length;
    isScheduled = false;
    for (const read of batch) read();
    if (waiting.length > 0) scheduleBatch();
    else answered = 0;
  };

  const scheduleBatch = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(runBatch);
  };

  return {
    /** Starts a write. Call the returned function when the write ends. */
    write(): () => void {
      writes += 1;
      let hasPriority = true;
      const end = (): void => {
        if (hasPriority) writes -= 1;
        hasPriority = false;
      };
      onPriorityEnd(end);
      return end;
    },

    /** Answers a read now, or in one of the next turns. */
    read(answer: () => void): void {
      if (waiting.length === 0 && (writes === 0 || answered < readsPerTurn)) {
        if (writes > 0) {
          answered += 1;
          scheduleBatch();
        }
        answer();
        return;
      }
      // Restores the asynchronous context of the read's own request.
      waiting.push(AsyncResource.bind(answer));
      scheduleBatch();
    },
  };
};

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
  if (listeners.length === 0) return null;
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

/** Headers of one response or one connection. All others are the same for every response. */
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

/** Headers that Strapi's middlewares add, for cached and for stale responses. */
type CommonHeaders = { hit: readonly string[]; stale: readonly string[] };

/** Returns a header's value without the parts that belong to one response only. */
const getSharedValue = (name: string, value: string): string =>
  name.toLowerCase() === 'vary'
    ? value
        .split(', ')
        .filter((field) => field !== CALLER_HEADER)
        .join(', ')
    : value;

type Options = {
  cache: ResponseCache;
  metrics: Metrics;
  listener: Pick<Listener, 'isCurrent' | 'waitUntilSynced' | 'secondsSilent'>;
  isUnavailable: () => boolean;
  hasDebugHeaders: boolean;
  /** Called for each cache hit; null if nobody subscribed. */
  onCacheHit: CacheHitListener | null;
};

/**
 * Creates the fast path, which answers requests from the cache before Strapi's middlewares run.
 *
 * It only serves addresses that Strapi has answered before. It repeats the headers that Strapi's
 * middlewares set on such a response, which are the same for every origin. All other requests go to
 * Strapi.
 */
export const createFastPath = ({
  cache,
  metrics,
  listener,
  isUnavailable,
  hasDebugHeaders,
  onCacheHit,
}: Options) => {
  let common: CommonHeaders | undefined;

  const respond = (
    req: IncomingMessage,
    res: ServerResponse,
    shared: readonly string[],
    { status, headers, body }: Representation,
    since: number,
  ): void => {
    const id = chooseRequestId(String(req.headers['x-request-id'] ?? ''));
    res.writeHead(status, shared.concat('X-Request-Id', id, headers));
    if (body === null || req.method === 'HEAD') res.end();
    else res.end(body);
    if (onCacheHit === null) return;
    const endpoint = cache.endpointAt(req.url ?? '');
    onCacheHit({ req, endpoint, status, milliseconds: performance.now() - since, requestId: id });
  };

  /** Returns the start time of a response; 0 without subscribers, because nobody needs it then. */
  const startTimer = (): number => (onCacheHit === null ? 0 : performance.now());

  /** Returns true if an anonymous caller reads an address that was requested before. */
  const isServable = ({ method, headers, url }: IncomingMessage): boolean =>
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    cache.hasAddress(url ?? '');

  /** Sends the stale response while the database is unavailable, marked by `Cache-Status`. */
  const answerStale = (req: IncomingMessage, res: ServerResponse, since: number): boolean => {
    const staleResponse = cache.findStaleAt(req.url ?? '');
    if (staleResponse === undefined || common === undefined) return false;
    const { response, cacheStatus } = asStale(staleResponse, listener.secondsSilent());
    const representation = negotiateReady(response, req.headers);
    if (representation === null) return false;
    metrics.stale += 1;
    respond(req, res, common.stale.concat('Cache-Status', cacheStatus), representation, since);
    return true;
  };

  const answer = (req: IncomingMessage, res: ServerResponse, since = startTimer()): boolean => {
    if (!isServable(req)) return false;
    if (!listener.isCurrent()) return isUnavailable() && answerStale(req, res, since);
    const response = cache.findAt(req.url ?? '');
    if (response === undefined || common === undefined) return false;
    const representation = negotiateReady(response, req.headers);
    if (representation === null) return false;
    metrics[representation.status === 304 ? 'notModified' : 'hits'] += 1;
    respond(req, res, common.hit, representation, since);
    return true;
  };

  return {
    /** Stores the headers that Strapi's middlewares set on a cacheable response. */
    learnHeaders(res: ServerResponse): void {
      const shared = Object.entries(res.getHeaders()).filter(
        ([name]) => !ownHeaders.has(name.toLowerCase()),
      );
      const pairs = shared.flatMap(([name, value]) => [name, getSharedValue(name, String(value))]);
      const cacheHeader = (cached: string) => (hasDebugHeaders ? ['X-Cache', cached] : []);
      common = {
        hit: [...pairs, ...cacheHeader('HIT')],
        stale: [...pairs, ...cacheHeader('STALE')],
      };
    },

    /** Answers the request from the cache if possible. Returns true if it did. */
    answer,

    /**
     * Answers the request once this node has received the change of its own last write. Returns
     * null if waiting would not help.
     *
     * Without this wait, each write would send all concurrent requests through Strapi, which takes
     * far longer than the wait.
     */
    answerWhenSynced(req: IncomingMessage, res: ServerResponse): Promise<boolean> | null {
      if (listener.isCurrent() || !isServable(req)) return null;
      const since = startTimer();
      return listener.waitUntilSynced().then((isCurrent) => isCurrent && answer(req, res, since));
    },
  };
};

export type FastPath = ReturnType<typeof createFastPath>;

const isRead = ({ method }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

type RequestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Makes the fast path the first step of every request of a Koa application, before all its
 * middlewares, and gives writes priority over reads. Call it before the first request, on which
 * Strapi's server asks the application for its handler.
 */
export const installFastPath = (
  app: { callback: () => RequestHandler },
  fastPath: FastPath,
): void => {
  const createHandler = app.callback.bind(app);
  app.callback = () => {
    const passOn = createHandler();
    const scheduler = createWritePriorityScheduler();
    const answer: RequestHandler = async (req, res) => {
      if (fastPath.answer(req, res)) return;
      const pendingAnswer = fastPath.answerWhenSynced(req, res);
      if (pendingAnswer === null || !(await pendingAnswer)) await passOn(req, res);
    };
    return async (req, res) => {
      if (isRead(req)) {
        scheduler.read(() => void answer(req, res));
        return;
      }
      res.once('close', scheduler.write());
      await answer(req, res);
    };
  };
};
