import { LRUCache } from 'lru-cache';
import { stringify } from 'safe-stable-stringify';
import type { Endpoint, Input } from '../../platform/http/endpoint';
import {
  BYTES_PER_KEY,
  createFlights,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import { typeKey } from '../invalidation/keys';
import { LANGUAGES } from '../invalidation/triggers';
import type { Fragments } from '../fragments/fragments';
import type { Metrics } from '../metrics/metrics';
import type { Chosen } from '../selections/selections';
import { fillLayout, withBody, type Compression, type StoredResponse } from './response';

type Asked = Pick<Input<Endpoint>, 'params' | 'query'>;

/** Returns the cache key of a request. Spelling and order of the parameters do not matter. */
export const keyOf = ({ operationId }: Pick<Endpoint, 'operationId'>, { params, query }: Asked) =>
  stringify([operationId, params, query]);

const parse = (key: string) => JSON.parse(key) as [operationId: string, ...Asked[keyof Asked][]];

/** Returns the operation ID of the endpoint in a key. */
export const operationIn = (key: string): string => parse(key)[0];

/** Returns the request parameters in a key. */
export const inputIn = (key: string): Asked & { body: undefined } => {
  const [, params = {}, query = {}] = parse(key);
  return { params, query, body: undefined };
};

type Kept = Dependent & {
  response: StoredResponse;
  /** Difference between wall clock and monotonic clock when the entry was stored. */
  clockLead: number;
  /**
   * Number of times that a change required a check of the query results, and number of those checks
   * that passed.
   */
  doubts: number;
  settled: number;
  /** True if a document in the response has changed since the response was assembled. */
  isOutdated: boolean;
  /** Number of requests since the response was computed or confirmed. */
  uses: number;
};

/**
 * Change of the wall clock, in milliseconds, above which earlier signed URLs are no longer trusted.
 */
const CLOCK_STEP_MS = 2_000;

/**
 * Returns by how many milliseconds the wall clock is ahead of the monotonic clock, which nobody can
 * set.
 */
const clockLead = (): number => Date.now() - performance.now();

/**
 * Returns true if a response has expired. Its signed URLs depend on the wall clock, so a changed
 * clock can invalidate them before their time is over.
 */
const isExpired = ({ response: { expiresAt }, clockLead: lead }: Kept): boolean =>
  expiresAt !== Infinity &&
  (performance.now() >= expiresAt || Math.abs(clockLead() - lead) > CLOCK_STEP_MS);

/** Entry of the LRU cache. Each new assembly replaces it, so that the cache counts the new size. */
type Place = { kept: Kept };

type Made = { response: StoredResponse; isHit: boolean };

/** Computes a response, and checks its query results. */
export type Maker = {
  make: () => Promise<StoredResponse>;
  /** Returns true if the queries still find the same documents. */
  areSame: (chosen: readonly Chosen[]) => Promise<boolean>;
};

/**
 * An evicted or questioned response that is requested often, with the compressed forms that were
 * sent.
 */
export type Lost = { key: string; uses: number; codings: readonly Compression[] };

/**
 * Maximum share of the cache for addresses, and maximum length of one. Callers choose addresses, so
 * they must not fill the cache.
 */
const SHARE_OF_ADDRESSES = 1 / 16;
const ADDRESS_LENGTH = 1_000;

/** Bytes of an address entry besides the address and its key. */
const ADDRESS_OVERHEAD = 100;

/** Bytes of an entry besides its body and its keys. */
const OVERHEAD = 2_000;
const BYTES_PER_QUESTION = 300;
const BYTES_PER_PIECE = 40;

/**
 * Number of requests after which a response counts as popular and is refreshed in the background.
 */
const OFTEN = 3;

/** Returns the keys of the cached documents that a response can be assembled from. */
const partsIn = ({ layout }: StoredResponse): readonly string[] =>
  (layout ?? []).flatMap((piece) => ('part' in piece ? [piece.part] : []));

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
  /** Returns current documents by the keys of their cached documents. */
  fragments: Pick<Fragments, 'again' | 'has'>;
  /**
   * Called with a popular response that has become invalid, so that it can be refreshed in the
   * background.
   */
  onLost?: (lost: Lost) => void;
};

const sizeOf = ({ kept: { response } }: Place, key: string): number =>
  // Compressed forms are added later; together they are smaller than the plain body.
  response.identity.bytes.byteLength * 2 +
  key.length +
  response.dependencies.size * BYTES_PER_KEY +
  response.chosen.length * BYTES_PER_QUESTION +
  response.tags.reduce((bytes, text) => bytes + text.length, 0) +
  (response.layout ?? []).reduce(
    (bytes, piece) => bytes + BYTES_PER_PIECE + ('text' in piece ? piece.text.length : 0),
    0,
  ) +
  OVERHEAD;

/**
 * Creates the cache of whole responses, by endpoint and parameters.
 *
 * If a document in a response changes, the next request assembles the response again from cached
 * documents, or computes it anew. If a query may find other documents, the query runs again, and
 * the entry stays valid if it finds the same ones.
 */
export const createResponseCache = ({ index, metrics, maxBytes, fragments, onLost }: Options) => {
  const addressBytes = Math.ceil(maxBytes * SHARE_OF_ADDRESSES);
  const responses = new LRUCache<string, Place>({
    maxSize: maxBytes - addressBytes,
    sizeCalculation: sizeOf,
    dispose: ({ kept }) => index.remove(kept),
  });
  const keys = new LRUCache<string, string>({
    maxSize: addressBytes,
    sizeCalculation: (key, address) => key.length + address.length + ADDRESS_OVERHEAD,
  });
  const flights = createFlights<Made>(index, ({ response: { dependencies, types } }) => ({
    keys: dependencies,
    types,
  }));

  // The locale of an address depends on the site's locales.
  const addressedLanguages: Dependent = {
    keys: [typeKey(LANGUAGES)],
    types: new Set([LANGUAGES]),
    touched(key) {
      keys.clear();
      // A change without a key removes every dependent from the index.
      if (key === null) index.add(addressedLanguages);
    },
  };
  index.add(addressedLanguages);

  const lose = (key: string, kept: Kept): void => {
    const { uses, response } = kept;
    if (uses < OFTEN) return;
    kept.uses = 0;
    onLost?.({ key, uses, codings: [...response.compressed.keys()] });
  };

  const keep = (key: string, response: StoredResponse): void => {
    const kept: Kept = {
      response,
      clockLead: clockLead(),
      keys: response.dependencies,
      types: response.types,
      doubts: 0,
      settled: 0,
      uses: 0,
      isOutdated: false,
      touched(touchedKey) {
        if (touchedKey === null || response.fixed.has(touchedKey)) responses.delete(key);
        else if (response.questioning.includes(touchedKey)) kept.doubts += 1;
        else kept.isOutdated = true;
        // When everything is invalidated at once, usage counts do not tell what is worth
        // refreshing.
        if (touchedKey !== null) lose(key, kept);
      },
    };
    responses.set(key, { kept });
    // Entries larger than the cache are not cached.
    if (responses.peek(key)?.kept === kept) index.add(kept);
  };

  const find = (key: string): Kept | undefined => {
    const kept = responses.get(key)?.kept;
    if (kept === undefined || !isExpired(kept)) return kept;
    responses.delete(key);
    return undefined;
  };

  const isCertain = ({ doubts, settled }: Kept): boolean => doubts === settled;

  /**
   * Assembles a response again if a document in it has changed. Returns false if it has to be
   * computed anew.
   */
  const update = (key: string, kept: Kept): boolean => {
    if (!kept.isOutdated) return true;
    const { layout, dependencies } = kept.response;
    const texts = fragments.again(partsIn(kept.response), dependencies);
    if (layout === null || texts === null) return false;
    kept.response = withBody(kept.response, fillLayout(layout, texts));
    kept.isOutdated = false;
    metrics.updates += 1;
    // The dependencies stay the same.
    responses.set(key, { kept }, { noDisposeOnSet: true });
    return true;
  };

  /** Returns the cached response if its queries still find the same documents. */
  const settle = async (key: string, { areSame }: Maker): Promise<StoredResponse | null> => {
    const kept = find(key);
    if (kept === undefined) return null;
    if (isCertain(kept)) return update(key, kept) ? kept.response : null;
    const { doubts, response } = kept;
    metrics.revalidations += 1;
    const isSame = await areSame(response.chosen);
    if (responses.peek(key)?.kept !== kept) return null;
    if (!isSame) {
      responses.delete(key);
      return null;
    }
    kept.settled = doubts;
    return update(key, kept) ? kept.response : null;
  };

  /**
   * Returns the cached response, or computes a new one. Concurrent requests share one computation,
   * unless a dependency has changed since it began.
   */
  const obtain = async (key: string, maker: Maker): Promise<Made> => {
    const kept = find(key);
    if (kept !== undefined && isCertain(kept) && update(key, kept)) {
      return { response: kept.response, isHit: true };
    }
    return flights.join(key, async () => {
      const settled = await settle(key, maker);
      if (settled !== null) return { response: settled, isHit: true };
      const since = index.now();
      const response = await maker.make();
      const { dependencies, types } = response;
      const isKept =
        performance.now() < response.expiresAt &&
        !index.isOvertaken({ keys: dependencies, types }, since);
      if (isKept) keep(key, response);
      return { response, isHit: false };
    });
  };

  /**
   * Returns a stale response. A response with a changed document is withheld, because that document
   * may have been unpublished.
   */
  const aside = (key: string): StoredResponse | undefined => {
    const kept = responses.get(key)?.kept;
    return kept === undefined || kept.isOutdated ? undefined : kept.response;
  };

  return {
    /** Returns true if an address was requested before. */
    knows: (address: string): boolean => keys.has(address),

    /** Returns the cached response for an exact address that was requested before. */
    at(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      const kept = key === undefined ? undefined : find(key);
      if (key === undefined || kept === undefined || !isCertain(kept)) return undefined;
      if (!update(key, kept)) return undefined;
      kept.uses += 1;
      return kept.response;
    },

    /** Stores the cache key of an address. */
    learn(address: string, key: string): void {
      if (address.length <= ADDRESS_LENGTH) keys.set(address, key);
    },

    /**
     * Returns the operation ID for an address that was requested before. It must be cheap because
     * every cache hit may call it.
     */
    endpointAt(address: string): string {
      const key = keys.peek(address) ?? '';
      return key.slice(2, key.indexOf('"', 2));
    },

    /**
     * Returns the response under a key even if it may be stale, for use while the database is
     * unavailable.
     */
    aside,

    /** Returns the possibly stale response for an exact address that was requested before. */
    asideAt(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      return key === undefined ? undefined : aside(key);
    },

    /** Returns true if a response exists that at most needs a check of its query results. */
    has: (key: string): boolean => find(key) !== undefined,

    /**
     * Returns true if a response only has to be assembled from cached documents. Documents nested
     * in those may still have to be read.
     */
    isAtHand(key: string): boolean {
      const kept = responses.peek(key)?.kept;
      return (
        kept !== undefined &&
        isCertain(kept) &&
        kept.response.layout !== null &&
        partsIn(kept.response).every(fragments.has)
      );
    },

    /** Returns the response for a request, and counts the hit or the miss. */
    async get(key: string, maker: Maker): Promise<Made> {
      const made = await obtain(key, maker);
      metrics[made.isHit ? 'hits' : 'misses'] += 1;
      const kept = responses.peek(key)?.kept;
      if (kept !== undefined) kept.uses += 1;
      return made;
    },

    /** Computes a response in the background for the next request. */
    refresh: obtain,

    bytes: (): number => responses.calculatedSize,
  };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
