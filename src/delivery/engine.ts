import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getAvailability } from '#platform/database';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { databaseSettings } from '#platform/database/settings';
import { getMediaOrigin, uploadSettings } from '#platform/storage/settings';
import { fitCaches, readHeapLimit, deliverySettings } from './settings';
import { createDocumentCache, readUncached } from './document-cache/document-cache';
import { createResponseCache, parseOperationId, type Computation } from './http-cache/cache';
import {
  createFastPath,
  installFastPath,
  cacheHitListenerOf,
  logCacheHits,
} from './http-cache/fast-path';
import { createRefresher, type Refresher } from './http-cache/refresher';
import { asStale, type StoredResponse } from './http-cache/response';
import type { DraftChange } from './invalidation/channel';
import { createDependencyIndex, type Moment } from './invalidation/dependency-index';
import { resyncDocuments } from './invalidation/definitions';
import { createListener } from './invalidation/listener';
import { watchOwnWrites } from '#platform/strapi/connection-pool';
import { Json } from './json';
import { createSignatures } from './media/signatures';
import { createMetrics, registerMetricsRoute } from './metrics/metrics';
import type { Includable } from './plan/field-source';
import {
  checkContracts,
  compileContracts,
  createContractLookup,
  type NamedContractRead,
} from './plan/contract';
import { noLinks, type LinkAddresses, type ReadPlan } from './plan/read-plan';
import { createModelLookup } from './plan/model';
import { createDispatcher } from './outbox/consumers';
import { getSelectionAttributes } from './plan/selection-attributes';
import { openConnections } from './readers/sql/connections';
import { createSqlReader } from './readers/sql/reader';
import { createBatchingReader } from './readers/batching-reader';
import { createTableLookup } from '#platform/strapi/tables';
import { serverSettings } from '#platform/settings/server';
import { createSelectionKeys } from './invalidation/keys';
import { createSelectionCache, select, type QueryResult } from './selections/selection-cache';
import { createView, type ReadOptions, type View } from './view';
import type { VisibleDraft } from './readers/reader';

/** Share of the document cache's memory that the cached query results get; they are small. */
const SHARE_OF_SELECTIONS = 0.1;

type ViewOptions = {
  usesCache: boolean;
  /** True for background work that no request waits for. */
  isBackground?: boolean;
  includes?: readonly Includable[];
  /** Whether objects of a draft carry the source of their fields. */
  hasSources?: boolean;
};

/** Creates the readers, the caches and the change listener of one Strapi instance. */
const createEngine = ({ strapi }: WithStrapi, reads: readonly NamedContractRead[]) => {
  const settings = deliverySettings.of({ strapi });
  const { url } = databaseSettings.of({ strapi });
  const upload = uploadSettings.of({ strapi });
  const mediaOrigin = getMediaOrigin({ strapi });

  const metrics = createMetrics();
  const index = createDependencyIndex();
  const models = createModelLookup({ strapi });
  let isCompiled = false;
  const getSetting = (name: string): unknown => strapi.config.get(`settings.${name}`);
  const contracts = createContractLookup(models, linkAddressesOf({ strapi }), getSetting, (uid) => {
    if (isCompiled)
      strapi.log.warn(`delivery: ${uid} is read with fields that no contract declares`);
  });
  const selectionKeys = createSelectionKeys(models, getSelectionAttributes({ strapi }, reads));
  const availability = getAvailability({ strapi });
  const connections = openConnections(url, settings.connections, { availability });
  const signatures = createSignatures({ strapi, run: connections.run });
  const dispatcher = createDispatcher({ strapi });
  const draftListeners = new Set<(change: DraftChange) => void>();
  const listener = createListener({
    url,
    isUnavailable: availability.isUnavailable,
    index,
    metrics,
    onChange: dispatcher.wake,
    onDraftChange: (change) => draftListeners.forEach((listen) => listen(change)),
    log: strapi.log,
  });
  const sizes = fitCaches(settings, readHeapLimit());
  const selectionBytes = Math.ceil(sizes.documentCacheBytes * SHARE_OF_SELECTIONS);
  const maxBytes = {
    fragments: sizes.documentCacheBytes - selectionBytes,
    selections: selectionBytes,
    responses: sizes.cacheBytes,
  };
  const documentCache = createDocumentCache({ index, metrics, maxBytes: maxBytes.fragments });
  const sql = createSqlReader({
    models,
    tables: createTableLookup({ strapi }),
    selectionKeys,
    run: connections.run,
    check: connections.check,
    // A long list uses only half of the connections, so that other requests still get one.
    batchesAtOnce: Math.ceil(settings.connections / 2),
    media: async () => ({ origin: mediaOrigin, signs: await signatures.inSql() }),
  });
  const background = createBatchingReader(sql);

  const database = { run: connections.run, keys: selectionKeys };
  const selections = createSelectionCache({
    ...database,
    index,
    metrics,
    maxBytes: maxBytes.selections,
  });
  const cache = createResponseCache({
    index,
    metrics,
    maxBytes: maxBytes.responses,
    documentCache,
    onEvict: (evicted) => refresher?.enqueue(evicted),
  });

  const computations = new Map<string, (key: string) => Computation>();
  const refresher: Refresher | null =
    settings.refresh && settings.connections > 1
      ? createRefresher({
          cache,
          metrics,
          computationOf: (key) => computations.get(parseOperationId(key))?.(key) ?? null,
          waitUntilSynced: listener.waitUntilSynced,
          hasRoom: connections.hasRoom,
        })
      : null;

  let resync: Promise<void> = Promise.resolve();

  const isWithinStaleIfError = (): boolean => listener.secondsSilent() <= settings.staleIfError;

  const fastPath = createFastPath({
    cache,
    metrics,
    listener,
    isUnavailable: () => availability.isUnavailable() && isWithinStaleIfError(),
    hasDebugHeaders: settings.hasDebugHeaders,
    onCacheHit: cacheHitListenerOf({ strapi }),
  });

  /** @param draft the only draft that is visible; null shows published documents only */
  const openView = (
    draft: VisibleDraft | null,
    { usesCache, isBackground = false, includes = [], hasSources = false }: ViewOptions,
  ): View => {
    const usesCaches = usesCache && settings.documentCache && draft === null;
    const cachedReader = isBackground ? background : sql;
    const reader = draft === null ? cachedReader : sql.preview(draft, { hasSources });
    return createView({
      contracts,
      select: (query) =>
        usesCaches ? selections.get(reader, query) : select(database, reader, query),
      readDocuments: (...documents) =>
        usesCaches
          ? documentCache.read(cachedReader, ...documents)
          : readUncached(reader, ...documents),
      findByRowId: sql.findByRowId,
      run: connections.run,
      draft,
      includes,
    });
  };

  return {
    settings,
    metrics,
    cache,
    fastPath,
    sign: signatures.sign,
    view: openView,
    /** Functions that recompute the responses of each endpoint, by operation ID. */
    computations,
    now: index.now,
    waitUntilSynced: listener.waitUntilSynced,
    isListening: listener.isConnected,
    secondsSilent: listener.secondsSilent,
    /** Lifetime of a private file's URL in seconds; Infinity if URLs are not signed. */
    urlSeconds: upload.provider === 's3' ? upload.s3.urlExpires : Infinity,
    connectionCounts: connections.counts,
    isSupplied: connections.isSupplied,
    /** Returns true once every contract has been compiled against the content types. */
    isCompiled: () => isCompiled,

    /** Returns true if a response has changed, or may have changed, since a moment. */
    hasChangedSince: ({ dependencies, types }: StoredResponse, since: Moment): boolean =>
      !listener.isConnected() || index.hasChangedSince({ keys: dependencies, types }, since),

    /** Calls a function after any node has written drafts. */
    onDraftChange: (listen: (change: DraftChange) => void): unknown => draftListeners.add(listen),

    /** Returns true if the queries of a response still find the same documents. */
    hasSameResults: (
      queryResults: readonly QueryResult[],
      { isBackground }: { isBackground: boolean },
    ): Promise<boolean> =>
      selections.haveSameResults(isBackground ? background : sql, queryResults),

    /**
     * Returns the stale response under a key if the error means that the database is unavailable.
     * Returns null for other errors, and when the last news from the database is older than
     * `staleIfError`.
     */
    staleFor(key: string, error: unknown) {
      const response = cache.findStale(key);
      return response !== undefined && isDatabaseUnavailable(error) && isWithinStaleIfError()
        ? asStale(response, listener.secondsSilent())
        : null;
    },

    /** Returns the SQL statement that reads documents of a type under a contract. */
    statementOf: (uid: string, schema: z.ZodType): Promise<string> =>
      sql.statementOf(contracts(uid, schema)),

    /** Prefix of the markers in SQL results; it differs in each process. */
    mark: sql.mark,

    planOf: (uid: string, schema: z.ZodType): ReadPlan => contracts(uid, schema).plan,

    /** Returns one document as a parsed value for callers that render it themselves, or null. */
    async document<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      draft: VisibleDraft | null,
      options: ReadOptions,
    ): Promise<z.output<C> | null> {
      const document = await openView(draft, { usesCache: false }).readOne(uid, contract, options);
      if (document === null) return null;
      const signed = await signatures.sign(document.toBuffer());
      return (signed === null ? document : new Json<z.output<C>>([signed])).parse();
    },

    bytes: () => ({
      fragments: documentCache.bytes(),
      selections: selections.bytes(),
      responses: cache.bytes(),
    }),

    /** Returns the byte limits of each cache, after the heap limit has been applied. */
    maxBytes: () => maxBytes,

    /**
     * Begins to resync stored states. PostgreSQL then works while Node.js starts other features;
     * `start` waits for both.
     */
    beginResync(): void {
      resync = resyncDocuments({ strapi });
      // A start that fails meanwhile has an error of its own.
      resync.catch(() => undefined);
    },

    /** Starts listening for changes and serving cached responses before Strapi's middlewares. */
    async start(): Promise<void> {
      await compileContracts(reads, contracts, sql.checkStatements);
      isCompiled = true;
      await resync;
      watchOwnWrites({ strapi }, () => listener.recordWrite());
      await listener.start();
      dispatcher.start();
      if (settings.cache) installFastPath(strapi.server.app, fastPath);
    },

    async stop(): Promise<void> {
      await refresher?.stop();
      await dispatcher.stop();
      await listener.stop();
      await connections.end();
    },
  };
};

export type Engine = ReturnType<typeof createEngine>;

const ENGINE = 'delivery-engine';
const LINK_ADDRESSES = 'delivery-link-addresses';

export const getEngine = ({ strapi }: WithStrapi): Engine => strapi.get(ENGINE);

/** Registers which attributes are links and how their URLs are resolved. Call it in `register`. */
export const registerLinkAddresses = ({ strapi }: WithStrapi, links: LinkAddresses): void => {
  strapi.add(LINK_ADDRESSES, () => links);
};

export const linkAddressesOf = ({ strapi }: WithStrapi): LinkAddresses =>
  strapi.has(LINK_ADDRESSES) ? strapi.get(LINK_ADDRESSES) : noLinks;

/**
 * Registers the delivery engine for the controllers and services of this Strapi instance.
 *
 * @param reads every contract that is read
 * @throws ContractError if an endpoint reads attributes that the content types do not have
 */
export const registerEngine = (
  { strapi }: WithStrapi,
  reads: readonly NamedContractRead[],
): void => {
  checkContracts(createModelLookup({ strapi }), reads);
  // The container creates the engine on first use, after every feature has registered.
  strapi.add(ENGINE, () => createEngine({ strapi }, reads));
  if (serverSettings.of({ strapi }).logsCacheHits) logCacheHits({ strapi });
  if (deliverySettings.of({ strapi }).hasDebugHeaders) {
    registerMetricsRoute({ strapi }, () => getEngine({ strapi }));
  }
};
