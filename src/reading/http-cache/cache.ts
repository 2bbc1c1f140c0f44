import { LRUCache } from 'lru-cache';
import { createFlights } from '../flights';
import {
  BYTES_PER_KEY,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import type { Metrics } from '../metrics/metrics';
import type { Selections } from '../selections/selections';
import type { StoredResponse } from './response';

type Kept = Dependent & {
  response: StoredResponse;
  /** How often it was put in question whether what was found for it still is; and how often of that was answered. */
  doubts: number;
  settled: number;
};

type Made = { response: StoredResponse; isHit: boolean };

/** Addresses are chosen by callers; only so many spellings of one request are remembered. */
const ADDRESSES = 50_000;

/** What an entry costs besides its bytes and its keys. */
const OVERHEAD = 1_000;
const BYTES_PER_QUESTION = 300;

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  /** Finds out whether questions are still answered as they were. */
  selections: Pick<Selections, 'areSame'>;
  maxBytes: number;
};

const sizeOf = ({ response }: Kept, key: string): number =>
  // Compressed forms come later; together they are smaller than the plain one.
  response.identity.bytes.byteLength * 2 +
  key.length +
  response.dependencies.size * BYTES_PER_KEY +
  response.chosen.length * BYTES_PER_QUESTION +
  response.tags.reduce((bytes, text) => bytes + text.length, 0) +
  OVERHEAD;

/**
 * Keeps whole responses, by endpoint and parameters. One is dropped when something that it shows changes;
 * when only other documents may be found for it, it is kept where the same are found.
 */
export const createResponseCache = ({ index, metrics, selections, maxBytes }: Options) => {
  const responses = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    dispose: (kept) => index.remove(kept),
  });
  const keys = new LRUCache<string, string>({ max: ADDRESSES });
  const flights = createFlights<Made>(index, ({ response: { dependencies, types } }) => ({
    keys: dependencies,
    types,
  }));

  const keep = (key: string, response: StoredResponse): void => {
    const kept: Kept = {
      response,
      keys: response.dependencies,
      types: response.types,
      doubts: 0,
      settled: 0,
      touched(touchedKey) {
        if (touchedKey !== null && response.questioning.includes(touchedKey)) kept.doubts += 1;
        else responses.delete(key);
      },
    };
    responses.set(key, kept);
    // What is larger than everything that may be kept has not been kept.
    if (responses.peek(key) === kept) index.add(kept);
  };

  const find = (key: string): Kept | undefined => {
    const kept = responses.get(key);
    if (kept === undefined || Date.now() < kept.response.expiresAt) return kept;
    responses.delete(key);
    return undefined;
  };

  const isCertain = ({ doubts, settled }: Kept): boolean => doubts === settled;

  /** The response that is kept, where what is found for it is still the same. */
  const settle = async (key: string): Promise<StoredResponse | null> => {
    const kept = find(key);
    if (kept === undefined) return null;
    const { doubts, response } = kept;
    metrics.revalidations += 1;
    const areSame = await selections.areSame(response.chosen);
    if (responses.peek(key) !== kept) return null;
    if (!areSame) {
      responses.delete(key);
      return null;
    }
    kept.settled = doubts;
    return response;
  };

  return {
    /** Whether an address was requested before. */
    knows: (address: string): boolean => keys.has(address),

    /** The response to a request that was seen before, by its exact address. */
    at(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      const kept = key === undefined ? undefined : find(key);
      return kept !== undefined && isCertain(kept) ? kept.response : undefined;
    },

    /** Remembers under which key the response for an address is kept. */
    learn(address: string, key: string): void {
      keys.set(address, key);
    },

    /**
     * The response kept under a key, or a new one. Requests that come while it is being made wait for it,
     * unless something that it was made from has changed since the making began.
     */
    async get(key: string, make: () => Promise<StoredResponse>): Promise<Made> {
      const known = find(key);
      const made =
        known !== undefined && isCertain(known)
          ? { response: known.response, isHit: true }
          : await flights.join(key, async () => {
              const settled = await settle(key);
              if (settled !== null) return { response: settled, isHit: true };
              const since = index.now();
              const response = await make();
              const { dependencies, types } = response;
              const isKept =
                Date.now() < response.expiresAt &&
                !index.isOvertaken({ keys: dependencies, types }, since);
              if (isKept) keep(key, response);
              return { response, isHit: false };
            });
      metrics[made.isHit ? 'hits' : 'misses'] += 1;
      return made;
    },

    bytes: (): number => responses.calculatedSize,
  };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
