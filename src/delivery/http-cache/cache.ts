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
import type { DocumentCache } from '../document-cache/document-cache';
import type { Metrics } from '../metrics/metrics';
import type { QueryResult } from '../selections/selection-cache';
import { fillLayout, withBody, type Compression, type StoredResponse } from './response';

type RequestInput = Pick<Input<Endpoint>, 'params' | 'query'>;

/** Returns the cache key of a request. Spelling and order of the parameters do not matter. */
export const keyOf = (
  { operationId }: Pick<Endpoint, 'operationId'>,
  { params, query }: RequestInput,
) => stringify([operationId, params, query]);

const parse = (key: string) =>
  JSON.parse(key) as [operationId: string, ...RequestInput[keyof RequestInput][]];

/** Returns the operation ID of the endpoint in a key. */
export const operationIn = (key: string): string => parse(key)[0];

/** Returns the request parameters in a key. */
export const inputIn = (key: string): RequestInput & { body: undefined } => {
  const [, params = {}, query = {}] = parse(key);
  return { params, query, body: undefined };
};

type CacheEntry = Dependent & {
  response: StoredResponse;
  /** Difference between wall clock and monotonic clock when the entry was stored. */
  clockOffset: number;
  /**
   * Number of times that a change required a check of the query results, and number of those checks
   * that passed.
   */
  pendingChecks: number;
  confirmedChecks: number;
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
const clockOffset = (): number => Date.now() - performance.now();

/**
 * Returns true if a response has expired. Its signed URLs depend on the wall clock, so a changed
 * clock can invalidate them before their time is over.
 */
const isExpired = ({ response: { expiresAt }, clockOffset: storedOffset }: CacheEntry): boolean =>
  expiresAt !== Infinity &&
  (performance.now() >= expiresAt || Math.abs(clockOffset() - storedOffset) > CLOCK_STEP_MS);

/** Entry of the LRU cache. Each new assembly replaces it, so that the cache counts the new size. */
type EntryHolder = { entry: CacheEntry };

type CacheResult = { response: StoredResponse; isHit: boolean };

/** Computes a response, and checks its query results. */
export type Computation = {
  compute: () => Promise<StoredResponse>;
  /** Returns true if the queries still find the same documents. */
  hasSameResults: (queryResults: readonly QueryResult[]) => Promise<boolean>;
};

/**
 * An evicted response, or one whose query results need a check, that is requested often, with the
 * compressed forms that were sent.
 */
export type Evicted = { key: string; uses: number; codings: readonly Compression[] };

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
const BYTES_PER_QUERY_RESULT = 300;
const BYTES_PER_PIECE = 40;

/**
 * Number of requests after which a response counts as popular and is refreshed in the background.
 */
const POPULAR_USES = 3;

/** Returns the keys of the cached documents that a response can be assembled from. */
const cacheKeysIn = ({ layout }: StoredResponse): readonly string[] =>
  (layout ?? []).flatMap((piece) => ('cacheKey' in piece ? [piece.cacheKey] : []));

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
  /** Returns current documents by the keys of their cached documents. */
  documentCache: Pick<DocumentCache, 'reassemble' | 'has'>;
  /**
   * Called with a popular response that has become invalid, so that it can be refreshed in the
   * background.
   */
  onEvict?: (evicted: Evicted) => void;
};

const sizeOf = ({ entry: { response } }: EntryHolder, key: string): number =>
  // Compressed forms are added later; together they are smaller than the plain body.
  response.identity.bytes.byteLength * 2 +
  key.length +
  response.dependencies.size * BYTES_PER_KEY +
  response.queryResults.length * BYTES_PER_QUERY_RESULT +
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
 * documents, or recomputes it. If a query may find other documents, the query runs again, and the
 * entry stays valid if it finds the same ones.
 */
export const createResponseCache = ({
  index,
  metrics,
  maxBytes,
  documentCache,
  onEvict,
}: Options) => {
  const addressBytes = Math.ceil(maxBytes * SHARE_OF_ADDRESSES);
  const responses = new LRUCache<string, EntryHolder>({
    maxSize: maxBytes - addressBytes,
    sizeCalculation: sizeOf,
    dispose: ({ entry }) => index.remove(entry),
  });
  const keysByAddress = new LRUCache<string, string>({
    maxSize: addressBytes,
    sizeCalculation: (key, address) => key.length + address.length + ADDRESS_OVERHEAD,
  });
  const flights = createFlights<CacheResult>(index, ({ response: { dependencies, types } }) => ({
    keys: dependencies,
    types,
  }));

  // The locale of an address depends on the site's locales.
  const addressDependent: Dependent = {
    keys: [typeKey(LANGUAGES)],
    types: new Set([LANGUAGES]),
    onInvalidate(key) {
      keysByAddress.clear();
      // A change without a key removes every dependent from the index.
      if (key === null) index.add(addressDependent);
    },
  };
  index.add(addressDependent);

  const reportEvicted = (key: string, entry: CacheEntry): void => {
    const { uses, response } = entry;
    if (uses < POPULAR_USES) return;
    entry.uses = 0;
    onEvict?.({ key, uses, codings: [...response.compressed.keys()] });
  };

  const store = (key: string, response: StoredResponse): void => {
    const entry: CacheEntry = {
      response,
      clockOffset: clockOffset(),
      keys: response.dependencies,
      types: response.types,
      pendingChecks: 0,
      confirmedChecks: 0,
      uses: 0,
      isOutdated: false,
      onInvalidate(changedKey) {
        if (changedKey === null || response.recomputeOn.has(changedKey)) responses.delete(key);
        else if (response.revalidateOn.includes(changedKey)) entry.pendingChecks += 1;
        else entry.isOutdated = true;
        // When everything is invalidated at once, usage counts do not tell what is worth
        // refreshing.
        if (changedKey !== null) reportEvicted(key, entry);
      },
    };
    responses.set(key, { entry });
    // Entries larger than the cache are not cached.
    if (responses.peek(key)?.entry === entry) index.add(entry);
  };

  const findEntry = (key: string): CacheEntry | undefined => {
    const entry = responses.get(key)?.entry;
    if (entry === undefined || !isExpired(entry)) return entry;
    responses.delete(key);
    return undefined;
  };

  const isConfirmed = ({ pendingChecks, confirmedChecks }: CacheEntry): boolean =>
    pendingChecks === confirmedChecks;

  /**
   * Assembles a response again if a document in it has changed. Returns false if it must be
   * recomputed.
   */
  const reassemble = (key: string, entry: CacheEntry): boolean => {
    if (!entry.isOutdated) return true;
    const { layout, dependencies } = entry.response;
    const texts = documentCache.reassemble(cacheKeysIn(entry.response), dependencies);
    if (layout === null || texts === null) return false;
    entry.response = withBody(entry.response, fillLayout(layout, texts));
    entry.isOutdated = false;
    metrics.updates += 1;
    // The dependencies stay the same.
    responses.set(key, { entry }, { noDisposeOnSet: true });
    return true;
  };

  /** Returns the cached response if its queries still find the same documents. */
  const revalidate = async (
    key: string,
    { hasSameResults }: Computation,
  ): Promise<StoredResponse | null> => {
    const entry = findEntry(key);
    if (entry === undefined) return null;
    if (isConfirmed(entry)) return reassemble(key, entry) ? entry.response : null;
    const { pendingChecks, response } = entry;
    metrics.revalidations += 1;
    const isUnchanged = await hasSameResults(response.queryResults);
    if (responses.peek(key)?.entry !== entry) return null;
    if (!isUnchanged) {
      responses.delete(key);
      return null;
    }
    entry.confirmedChecks = pendingChecks;
    return reassemble(key, entry) ? entry.response : null;
  };

  /**
   * Returns the cached response, or computes a new one. Concurrent requests share one computation,
   * unless a dependency has changed since it began.
   */
  const getOrCompute = async (key: string, computation: Computation): Promise<CacheResult> => {
    const entry = findEntry(key);
    if (entry !== undefined && isConfirmed(entry) && reassemble(key, entry)) {
      return { response: entry.response, isHit: true };
    }
    return flights.join(key, async () => {
      const revalidated = await revalidate(key, computation);
      if (revalidated !== null) return { response: revalidated, isHit: true };
      const since = index.now();
      const response = await computation.compute();
      const { dependencies, types } = response;
      const isCacheable =
        performance.now() < response.expiresAt &&
        !index.hasChangedSince({ keys: dependencies, types }, since);
      if (isCacheable) store(key, response);
      return { response, isHit: false };
    });
  };

  /**
   * Returns a stale response. A response with a changed document is withheld, because that document
   * may have been unpublished.
   */
  const findStale = (key: string): StoredResponse | undefined => {
    const entry = responses.get(key)?.entry;
    return entry === undefined || entry.isOutdated ? undefined : entry.response;
  };

  return {
    /** Returns true if an address was requested before. */
    hasAddress: (address: string): boolean => keysByAddress.has(address),

    /** Returns the cached response for an exact address that was requested before. */
    findAt(address: string): StoredResponse | undefined {
      const key = keysByAddress.get(address);
      const entry = key === undefined ? undefined : findEntry(key);
      if (key === undefined || entry === undefined || !isConfirmed(entry)) return undefined;
      if (!reassemble(key, entry)) return undefined;
      entry.uses += 1;
      return entry.response;
    },

    /** Stores the cache key of an address. */
    storeAddress(address: string, key: string): void {
      if (address.length <= ADDRESS_LENGTH) keysByAddress.set(address, key);
    },

    /**
     * Returns the operation ID for an address that was requested before. It must be cheap because
     * every cache hit may call it.
     */
    endpointAt(address: string): string {
      const key = keysByAddress.peek(address) ?? '';
      return key.slice(2, key.indexOf('"', 2));
    },

    /**
     * Returns the response under a key even if it may be stale, for use while the database is
     * unavailable.
     */
    findStale,

    /** Returns the possibly stale response for an exact address that was requested before. */
    findStaleAt(address: string): StoredResponse | undefined {
      const key = keysByAddress.get(address);
      return key === undefined ? undefined : findStale(key);
    },

    /** Returns true if a response exists that at most needs a check of its query results. */
    has: (key: string): boolean => findEntry(key) !== undefined,

    /**
     * Returns true if a response only has to be assembled from cached documents. Documents nested
     * in those may still have to be read.
     */
    canAssemble(key: string): boolean {
      const entry = responses.peek(key)?.entry;
      return (
        entry !== undefined &&
        isConfirmed(entry) &&
        entry.response.layout !== null &&
        cacheKeysIn(entry.response).every(documentCache.has)
      );
    },

    /** Returns the response for a request, and counts the hit or the miss. */
    async get(key: string, computation: Computation): Promise<CacheResult> {
      const result = await getOrCompute(key, computation);
      metrics[result.isHit ? 'hits' : 'misses'] += 1;
      const entry = responses.peek(key)?.entry;
      if (entry !== undefined) entry.uses += 1;
      return result;
    },

    /** Computes a response in the background for the next request. */
    refresh: getOrCompute,

    bytes: (): number => responses.calculatedSize,
  };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
