import { LRUCache } from 'lru-cache';
import type { Changes, Moment } from '../invalidation/changes';
import type { Counters } from '../metrics';
import type { StoredResponse } from './response';

type Flight = { since: Moment; response: Promise<StoredResponse> };

/** Addresses are a request's own words; only so many spellings of one question are remembered. */
const ADDRESSES = 50_000;

type Options = {
  changes: Changes;
  counters: Counters;
  maxBytes: number;
};

/** Keeps whole answers, by endpoint and parameters, as long as nothing they were made from changes. */
export const createResponseCache = ({ changes, counters, maxBytes }: Options) => {
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
    /** Whether an address was asked at before. */
    knows: (address: string): boolean => keys.has(address),

    /** The answer to a request that was seen before, by the very address it was asked at. */
    at(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      return key === undefined ? undefined : find(key);
    },

    /** Remembers that an address asks for what is kept under a key. */
    learn(address: string, key: string): void {
      keys.set(address, key);
    },

    /**
     * The answer kept under a key, or a new one. Requests that come while it is being made wait for it,
     * unless something has changed since its making began.
     */
    async get(
      key: string,
      make: (since: Moment) => Promise<StoredResponse>,
    ): Promise<{ response: StoredResponse; isHit: boolean }> {
      const kept = find(key);
      if (kept !== undefined) {
        counters.add('hits');
        return { response: kept, isHit: true };
      }
      counters.add('misses');
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
