import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { WithStrapi } from '../platform/with-strapi';
import { availabilityOf } from '../platform/database';
import { isDatabaseAway } from '../platform/database/outage';
import { databaseSettings } from '../platform/database/settings';
import { mediaOriginOf } from '../platform/storage/media-origin';
import { uploadSettings } from '../platform/storage/settings';
import { fitCaches, readHeapLimit } from './cache-sizes';
import { createFragments } from './fragments/fragments';
import { logKeptAnswers } from './http-cache/access-line';
import { createResponseCache, operationIn, type Maker } from './http-cache/cache';
import { createFastPath, installFastPath } from './http-cache/fast-path';
import { listenerToKeptAnswers } from './http-cache/kept-answer';
import { createRefresher, type Refresher } from './http-cache/refresher';
import { asStale, type StoredResponse } from './http-cache/response';
import { createDependencyIndex, type Moment } from './invalidation/dependency-index';
import { createListener } from './invalidation/listener';
import { watchOwnWrites } from '../platform/strapi/own-writes';
import { Json } from './json';
import { createSignatures } from './media/signatures';
import { createMetrics } from './metrics/metrics';
import { registerMetricsRoute } from './metrics/route';
import { checkContracts } from './plan/check-contracts';
import { compileContracts } from './plan/compile-contracts';
import { contractsOf } from './plan/contract';
import { contractReadsOf } from './plan/contract-reads';
import { noLinks, type LinkAddresses } from './plan/links';
import { modelsOf } from './plan/model';
import type { ReadPlan } from './plan/read-plan';
import { createDispatcher } from './outbox/dispatcher';
import { selectionAttributesOf } from './plan/selection-attributes';
import { noSlotMemory, type SlotMemory } from './plan/slots';
import { createDocumentServiceReader } from './readers/document-service/reader';
import type { Reader } from './readers/reader';
import { openConnections } from './readers/sql/connections';
import { createSqlReader } from './readers/sql/reader';
import { readTogether } from './readers/together';
import { readDefaultLocale } from '../platform/strapi/default-locale';
import { tablesOf } from '../platform/strapi/tables';
import { serverSettings } from '../platform/settings/server';
import { readingSettings } from './settings';
import { createSelectionKeys } from './invalidation/keys';
import { createSelections, type Chosen } from './selections/selections';
import { createView, type ReadOptions, type View } from './view';
import type { VisibleDraft } from './visible-draft';

/** Of the room for documents: which of them there are takes little of it. */
const SHARE_OF_SELECTIONS = 0.1;

/** How a request sees things: from memory, or everything anew; and in whose turn it reads. */
type Sight = {
  usesMemory: boolean;
  /** Set for work that nobody waits for. */
  isAside?: boolean;
};

/** Makes addresses absolute exactly as the compiled statements do. */
const absoluteUrls = (origin: string | null) => (url: string) =>
  origin !== null && url.startsWith('/') ? `${origin}${url}` : url;

/** The reading engine of one Strapi instance: what it reads with, and what it keeps in memory. */
export const createEngine = ({
  strapi,
  slots,
  links,
}: WithStrapi & { slots: SlotMemory; links: LinkAddresses }) => {
  const settings = readingSettings.of({ strapi });
  const database = databaseSettings.of({ strapi });
  const upload = uploadSettings.of({ strapi });
  const mediaOrigin = mediaOriginOf({ strapi });

  const metrics = createMetrics();
  const index = createDependencyIndex();
  const models = modelsOf({ strapi });
  let isCompiled = false;
  const settingOf = (name: string): unknown => strapi.config.get(`settings.${name}`);
  const contracts = contractsOf(models, slots, links, settingOf, ({ uid }) => {
    if (isCompiled) strapi.log.warn(`delivery: ${uid} is read in a form that no endpoint names`);
  });
  const selectionKeys = createSelectionKeys(models, selectionAttributesOf({ strapi }));
  const availability = availabilityOf({ strapi });
  const connections = openConnections(database.url, settings.connections, { availability });
  const signatures = createSignatures({ strapi, run: connections.run });
  /** Puts in the addresses of private files, of which only a bucket has any; null where a text has none. */
  const sign = upload.provider === 's3' ? (text: Buffer) => signatures.sign(text) : () => null;
  const dispatcher = createDispatcher({ strapi });
  const listener = createListener({
    url: database.url,
    isAway: availability.isAway,
    index,
    metrics,
    onChange: dispatcher.wake,
    log: strapi.log,
  });
  const sizes = fitCaches(settings, readHeapLimit());
  const selectionBytes = Math.ceil(sizes.fragmentBytes * SHARE_OF_SELECTIONS);
  const fragments = createFragments({
    index,
    metrics,
    maxBytes: sizes.fragmentBytes - selectionBytes,
  });
  const documentService = (draft: VisibleDraft | null): Reader =>
    createDocumentServiceReader({
      strapi,
      absolute: absoluteUrls(mediaOrigin),
      hideAddresses: (files) => signatures.hideAddresses(files),
      draft,
    });

  const sql = createSqlReader({
    models,
    tables: tablesOf({ strapi }),
    selectionKeys,
    run: connections.run,
    // A long list leaves the other connections, and the processors behind them, to everybody else.
    batchesAtOnce: Math.ceil(settings.connections / 2),
    media: async () => ({
      origin: mediaOrigin,
      signs: await signatures.inSql(),
    }),
  });

  const published = settings.sql ? sql : documentService(null);
  const readers = { published, aside: readTogether(published) };

  const selections = createSelections({
    index,
    keys: selectionKeys,
    metrics,
    maxBytes: selectionBytes,
  });
  const cache = createResponseCache({
    index,
    metrics,
    maxBytes: sizes.cacheBytes,
    fragments,
    onLost: (lost) => refresher?.enqueue(lost),
  });

  /** How the answers of each endpoint are made again, by its id. */
  const makers = new Map<string, (key: string) => Maker>();
  const refresher: Refresher | null =
    settings.refresh && settings.connections > 1
      ? createRefresher({
          cache,
          metrics,
          makerOf: (key) => makers.get(operationIn(key))?.(key) ?? null,
          waitUntilSynced: () => listener.waitUntilSynced(),
          hasRoom: connections.hasRoom,
        })
      : null;

  const isWithinStaleIfError = (): boolean => listener.secondsSilent() <= settings.staleIfError;

  const fastPath = createFastPath({
    cache,
    metrics,
    listener,
    isAway: () => availability.isAway() && isWithinStaleIfError(),
    hasDebugHeaders: settings.hasDebugHeaders,
    hear: listenerToKeptAnswers({ strapi }),
  });

  const readerOf = (draft: VisibleDraft | null, isAside: boolean): Reader => {
    if (draft !== null) return documentService(draft);
    return isAside ? readers.aside : readers.published;
  };

  /** @param draft the only draft that is seen; null: none */
  const view = (draft: VisibleDraft | null, { usesMemory, isAside = false }: Sight): View =>
    createView({
      contracts,
      selectionKeys,
      reader: readerOf(draft, isAside),
      run: connections.run,
      defaultLocale: () => readDefaultLocale(connections.run),
      memory: usesMemory && settings.fragments && draft === null ? { selections, fragments } : null,
      draft,
    });

  return {
    settings,
    metrics,
    cache,
    fastPath,
    sign,
    waitUntilSynced: () => listener.waitUntilSynced(),
    /** The present moment in the order of changes. */
    now: index.now,
    /** Whether something that a response depends on has changed since a moment, or may have. */
    isOvertaken: ({ dependencies, types }: StoredResponse, since: Moment): boolean =>
      !listener.isConnected() || index.isOvertaken({ keys: dependencies, types }, since),
    /** Whether this node receives changes. */
    isListening: () => listener.isConnected(),
    /** How long the address of a private file works. */
    urlSeconds: upload.provider === 's3' ? upload.s3.urlExpires : Infinity,

    view,

    makers,

    /** Whether what was found for a response is what would be found now. */
    areSame: (chosen: readonly Chosen[], { isAside }: { isAside: boolean }): Promise<boolean> =>
      selections.areSame(
        { reader: isAside ? readers.aside : readers.published, run: connections.run },
        chosen,
      ),

    /**
     * What was kept under a key, for who cannot be answered because of this error; null where it is
     * another one, or too long ago.
     */
    staleFor(key: string, error: unknown) {
      const response = cache.aside(key);
      return response !== undefined && isDatabaseAway(error) && isWithinStaleIfError()
        ? asStale(response, listener.secondsSilent())
        : null;
    },

    /** The statement that reads documents of a type under a contract. */
    statementOf: (uid: string, schema: z.ZodType): Promise<string> =>
      sql.statementOf(contracts(uid, schema)),

    /** Where the fields of a form come from. */
    planOf: (uid: string, schema: z.ZodType): ReadPlan => contracts(uid, schema).plan,

    /** What statements call their marks; another name in each process. */
    mark: sql.mark,

    /** One document as a value, for those who show it themselves; null where there is none. */
    async document<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      draft: VisibleDraft | null,
      options: ReadOptions,
    ): Promise<z.output<C> | null> {
      const found = await view(draft, { usesMemory: false }).one(uid, contract, options);
      if (found === null) return null;
      const signed = await sign(found.toBuffer());
      return (signed === null ? found : new Json<z.output<C>>([signed])).parse();
    },

    /** Whether every contract fits what it is read from. */
    isCompiled: () => isCompiled,

    /** The connections that reads have to themselves. */
    connectionCounts: connections.counts,

    /** Whether those have connections, or would get one. */
    isSupplied: connections.isSupplied,

    /** Seconds since anything was heard from the database, at most a few while changes are received. */
    secondsSilent: () => listener.secondsSilent(),

    /** Bytes that are kept in memory. */
    bytes: () => ({
      fragments: fragments.bytes(),
      selections: selections.bytes(),
      responses: cache.bytes(),
    }),

    /** Bytes that may be kept in memory; the heap limit can make them less than the settings say. */
    maxBytes: () => ({
      fragments: sizes.fragmentBytes - selectionBytes,
      selections: selectionBytes,
      responses: sizes.cacheBytes,
    }),

    /** Begins to listen for changes, and to answer requests before Strapi does. */
    async start(): Promise<void> {
      await compileContracts(
        contractReadsOf({ strapi }),
        contracts,
        settings.sql ? sql.prepare : null,
      );
      isCompiled = true;
      watchOwnWrites({ strapi }, () => listener.wrote());
      await listener.start();
      dispatcher.start();
      if (settings.cache) installFastPath(strapi.server.httpServer, fastPath);
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

const ENGINE = 'reading-engine';
const SLOT_MEMORY = 'reading-slot-memory';
const LINK_ADDRESSES = 'reading-link-addresses';

/** The reading engine of this Strapi instance. */
export const engineOf = ({ strapi }: WithStrapi): Engine => strapi.get(ENGINE);

/** Tells the engine, in `register`, where documents remember what their slots show. */
export const registerSlotMemory = ({ strapi }: WithStrapi, slots: SlotMemory): void => {
  strapi.add(SLOT_MEMORY, () => slots);
};

/** What features have said of where documents remember their slots. */
export const slotMemoryOf = ({ strapi }: WithStrapi): SlotMemory =>
  strapi.has(SLOT_MEMORY) ? strapi.get(SLOT_MEMORY) : noSlotMemory;

/** Tells the engine, in `register`, which attributes are links and how their addresses are found. */
export const registerLinkAddresses = ({ strapi }: WithStrapi, links: LinkAddresses): void => {
  strapi.add(LINK_ADDRESSES, () => links);
};

/** What a feature has said of links. */
export const linkAddressesOf = ({ strapi }: WithStrapi): LinkAddresses =>
  strapi.has(LINK_ADDRESSES) ? strapi.get(LINK_ADDRESSES) : noLinks;

/**
 * Makes the reading engine available to controllers and services of this Strapi instance.
 *
 * @throws ContractError where an endpoint reads what the content types do not have
 */
export const registerEngine = ({ strapi }: WithStrapi): void => {
  checkContracts(modelsOf({ strapi }), contractReadsOf({ strapi }));
  // Made when it is first asked for, after every feature has registered.
  strapi.add(ENGINE, () =>
    createEngine({ strapi, slots: slotMemoryOf({ strapi }), links: linkAddressesOf({ strapi }) }),
  );
  if (serverSettings.of({ strapi }).logsKeptAnswers) logKeptAnswers({ strapi });
  if (readingSettings.of({ strapi }).hasDebugHeaders) {
    registerMetricsRoute({ strapi }, () => engineOf({ strapi }));
  }
};
