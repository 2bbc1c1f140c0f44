import { LRUCache } from 'lru-cache';
import type { Changes, Moment } from '../invalidation/changes';
import type { Metrics } from '../metrics/metrics';
import type { StoredResponse } from './response';

type Flight = { since: Moment; response: Promise<StoredResponse> };

/** Addresses are chosen by callers; only so many spellings of one request are remembered. */
const ADDRESSES = 50_000;

type Options = {
  changes: Changes;
  metrics: Metrics;
  maxBytes: number;
};

/** Keeps whole responses, by endpoint and parameters, until something they were made from changes. */
export const createResponseCache = ({ changes, metrics, maxBytes }: Options) => {
  const responses = new LRUCache<string, StoredResponse>({
    maxSize: maxBytes,
    // Compressed forms come later; together they are smaller than the plain one.
    sizeCalculation: ({ identity }, key) => identity.bytes.byteLength * 2 + key.length + 1_000,
  });
  const keys = new LRUCache<string, string>({ max: ADDRESSES });
  const flights = new Map<string, Flight>();

  const isFresh = ({ dependencies, since, expiresAt }: StoredResponse): boolean =>
    changes.areUnchanged(dependencies, since) && Date.now() < expiresAt;

  const find = (key: string): StoredResponse | undefined => {
    const response = responses.get(key);
    if (response === undefined || isFresh(response)) return response;
    responses.delete(key);
    return undefined;
  };

  return {
    /** Whether an address was requested before. */
    knows: (address: string): boolean => keys.has(address),

    /** The response to a request that was seen before, by its exact address. */
    at(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      return key === undefined ? undefined : find(key);
    },

    /** Remembers under which key the response for an address is kept. */
    learn(address: string, key: string): void {
      keys.set(address, key);
    },

    /**
     * The response kept under a key, or a new one. Requests that come while it is being made wait for it,
     * unless something has changed since the making began.
     */
    async get(
      key: string,
      make: (since: Moment) => Promise<StoredResponse>,
    ): Promise<{ response: StoredResponse; isHit: boolean }> {
      const kept = find(key);
      if (kept !== undefined) {
        metrics.hits += 1;
        return { response: kept, isHit: true };
      }
      metrics.misses += 1;
      const since = changes.now();
      const flying = flights.get(key);
      if (flying?.since === since) return { response: await flying.response, isHit: false };
      const flight: Flight = { since, response: make(since) };
      flights.set(key, flight);
      try {
        const response = await flight.response;
        if (isFresh(response)) responses.set(key, response);
        return { response, isHit: false };
      } finally {
        if (flights.get(key) === flight) flights.delete(key);
      }
    },

    bytes: (): number => responses.calculatedSize,
  };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
