import { LRUCache } from 'lru-cache';
import { stringify } from 'safe-stable-stringify';
import type { Endpoint, Input } from '#platform/http/endpoint';
import {
  DependentCache,
  type DependencyIndex,
  type Dependent,
  type Moment,
} from '../invalidation/dependency-index';
import { typeKey, type Dependencies, type DependencyKey } from '../invalidation/keys';
import { LANGUAGES } from '../plan/model';
import type { DocumentCache } from '../document-cache/document-cache';
import type { Metrics } from '../metrics/metrics';
import type { QueryResult } from '../selections/selection-cache';
import { fillLayout, withBody, type Compression, type StoredResponse } from './response';

type RequestInput = Pick<Input<Endpoint>, 'params' | 'query'>;

/** Returns the cache key of a request. Spelling and order of the parameters do not matter. */
export const buildCacheKey = (
  { operationId }: Pick<Endpoint, 'operationId'>,
  { params, query }: RequestInput,
) => stringify([operationId, params, query]);

/** Returns the operation ID in a key. Every cache hit may call it, so it parses nothing else. */
export const parseOperationId = (key: string): string => key.slice(2, key.indexOf('"', 2));

export const parseRequestInput = (key: string): RequestInput & { body: undefined } => {
  const [, params = {}, query = {}] = JSON.parse(key) as [
    operationId: string,
    ...RequestInput[keyof RequestInput][],
  ];
  return { params, query, body: undefined };
};

type CacheEntry = Dependent & {
  keys: ReadonlySet<DependencyKey>;
  response: StoredResponse;
  /** Difference between wall clock and monotonic clock when the entry was stored. */
  clockOffset: number;
  /** Number of changes after which the query results have not been checked yet. */
  pendingChecks: number;
  /** True if a document in the response has changed since the response was assembled. */
  isOutdated: boolean;
  /** Number of requests since the response was computed or confirmed. */
  uses: number;
};

/** Change of the wall clock, in milliseconds, after which signed URLs are not trusted. */
const CLOCK_STEP_MS = 2_000;

const computeClockOffset = (): number => Date.now() - performance.now();

/** Signed URLs depend on the wall clock, so a change of it can expire them before their time. */
const isExpired = ({ response: { expiresAt }, clockOffset: storedOffset }: CacheEntry): boolean =>
  expiresAt !== Infinity &&
  (performance.now() >= expiresAt || Math.abs(computeClockOffset() - storedOffset) > CLOCK_STEP_MS);

type CacheResult = Dependencies & { response: StoredResponse; isHit: boolean };

const toResult = (response: StoredResponse, isHit: boolean): CacheResult => ({
  response,
  isHit,
  keys: response.dependencies,
  types: response.types,
});

export type Computation = {
  compute: () => Promise<StoredResponse>;
  /** Returns true if the queries still find the same documents. */
  hasSameResults: (queryResults: readonly QueryResult[]) => Promise<boolean>;
};

/** A popular response that has become invalid, with the compressed forms that were sent. */
export type EvictedResponse = { key: string; uses: number; codings: readonly Compression[] };

/** Limits of addresses. Callers choose them, so they must not fill the cache. */
const SHARE_OF_ADDRESSES = 1 / 16;
const ADDRESS_LENGTH = 1_000;

/** Bytes of an address entry besides the address and its key. */
const ADDRESS_OVERHEAD = 100;

/** Bytes of an entry besides its body and its keys. */
const OVERHEAD = 2_000;
const BYTES_PER_QUERY_RESULT = 300;
const BYTES_PER_PIECE = 40;

/** Number of requests that make a response popular. It is then refreshed in the background. */
const POPULAR_USES = 3;

const cacheKeysIn = ({ layout }: StoredResponse): readonly string[] =>
  (layout ?? []).flatMap((piece) => ('cacheKey' in piece ? [piece.cacheKey] : []));

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
  documentCache: Pick<DocumentCache, 'reassemble' | 'has'>;
  onEvict?: (evicted: EvictedResponse) => void;
};

const computeSize = ({ response }: CacheEntry): number =>
  // Compressed forms are added later; together they are smaller than the plain body.
  response.identity.bytes.byteLength * 2 +
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
  const responses = new DependentCache<CacheEntry>(index, maxBytes - addressBytes, computeSize);
  const keysByAddress = new LRUCache<string, string>({
    maxSize: addressBytes,
    sizeCalculation: (key, address) => key.length + address.length + ADDRESS_OVERHEAD,
  });

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

  const store = (key: string, response: StoredResponse, since: Moment): void => {
    const entry: CacheEntry = {
      response,
      clockOffset: computeClockOffset(),
      keys: response.dependencies,
      types: response.types,
      pendingChecks: 0,
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
    responses.add(key, entry, since);
  };

  const findEntry = (key: string): CacheEntry | undefined => {
    const entry = responses.find(key);
    if (entry === undefined || !isExpired(entry)) return entry;
    responses.delete(key);
    return undefined;
  };

  /** Assembles a response again if a document in it has changed; false if it must be recomputed. */
  const reassemble = (key: string, entry: CacheEntry): boolean => {
    if (!entry.isOutdated) return true;
    const { layout, dependencies } = entry.response;
    const texts = documentCache.reassemble(cacheKeysIn(entry.response), dependencies);
    if (layout === null || texts === null) return false;
    entry.response = withBody(entry.response, fillLayout(layout, texts));
    entry.isOutdated = false;
    metrics.updates += 1;
    responses.resize(key);
    return true;
  };

  /** Returns the cached response if its queries still find the same documents. */
  const revalidate = async (
    key: string,
    { hasSameResults }: Computation,
  ): Promise<StoredResponse | null> => {
    const entry = findEntry(key);
    if (entry === undefined) return null;
    const { pendingChecks, response } = entry;
    if (pendingChecks > 0) {
      metrics.revalidations += 1;
      const isUnchanged = await hasSameResults(response.queryResults);
      if (responses.peek(key) !== entry) return null;
      if (!isUnchanged) {
        responses.delete(key);
        return null;
      }
      entry.pendingChecks -= pendingChecks;
    }
    return reassemble(key, entry) ? entry.response : null;
  };

  /** Returns the entry of a response that can be sent now. */
  const findCurrent = (key: string): CacheEntry | undefined => {
    const entry = findEntry(key);
    return entry?.pendingChecks === 0 && reassemble(key, entry) ? entry : undefined;
  };

  /** Returns the cached response, or computes a new one. Concurrent requests share a computation. */
  const getOrCompute = async (key: string, computation: Computation): Promise<CacheResult> => {
    const entry = findCurrent(key);
    if (entry !== undefined) return toResult(entry.response, true);
    return responses.join(key, async () => {
      const revalidated = await revalidate(key, computation);
      if (revalidated !== null) return toResult(revalidated, true);
      const since = index.now();
      const response = await computation.compute();
      if (performance.now() < response.expiresAt) store(key, response, since);
      return toResult(response, false);
    });
  };

  /**
   * Returns a response even if it may be stale, for use while the database is unavailable. One with
   * a changed document is withheld, because that document may have been unpublished.
   */
  const findStale = (key: string): StoredResponse | undefined => {
    const entry = responses.find(key);
    return entry === undefined || entry.isOutdated ? undefined : entry.response;
  };

  return {
    hasAddress: (address: string): boolean => keysByAddress.has(address),

    /** Returns the cached response for an exact address that was requested before. */
    findAt(address: string): StoredResponse | undefined {
      const key = keysByAddress.get(address);
      const entry = key === undefined ? undefined : findCurrent(key);
      if (entry === undefined) return undefined;
      entry.uses += 1;
      return entry.response;
    },

    storeAddress(address: string, key: string): void {
      if (address.length <= ADDRESS_LENGTH) keysByAddress.set(address, key);
    },

    /** Returns the operation ID for a known address. */
    endpointAt: (address: string): string => parseOperationId(keysByAddress.peek(address) ?? ''),

    findStale,

    findStaleAt(address: string): StoredResponse | undefined {
      const key = keysByAddress.get(address);
      return key === undefined ? undefined : findStale(key);
    },

    /** Returns true if a response exists that at most needs a check of its query results. */
    has: (key: string): boolean => findEntry(key) !== undefined,

    /** Returns true if a response has only to be assembled from documents that are cached. */
    canAssemble(key: string): boolean {
      const entry = responses.peek(key);
      return (
        entry?.pendingChecks === 0 &&
        entry.response.layout !== null &&
        cacheKeysIn(entry.response).every(documentCache.has)
      );
    },

    /** Returns the response for a request, and counts the hit or the miss. */
    async get(key: string, computation: Computation): Promise<CacheResult> {
      const result = await getOrCompute(key, computation);
      metrics[result.isHit ? 'hits' : 'misses'] += 1;
      const entry = responses.peek(key);
      if (entry !== undefined) entry.uses += 1;
      return result;
    },

    refresh: getOrCompute,

    bytes: () => responses.bytes(),
  };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
