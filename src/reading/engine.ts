import type { Core, UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { availabilityOf } from '../database';
import { releasesOf } from '../releases';
import { mediaOriginOf } from '../media/media-origin';
import { createChanges } from './invalidation/changes';
import { createListener } from './invalidation/listener';
import { watchOwnWrites } from './invalidation/own-writes';
import { installTriggers } from './invalidation/triggers';
import { compileContracts } from './plan/compile-contracts';
import { contractReadsOf } from './plan/contract-reads';
import { contractsOf } from './plan/contract';
import { createCounters } from './metrics';
import { createDocumentRenderer } from './readers/document-service/reader';
import { createFragments } from './fragments/fragments';
import { Json } from './json';
import { modelsOf } from './plan/model';
import type { Renderer } from './readers/reader';
import { createResponseCache } from './http-cache/cache';
import { createFront, putBefore } from './http-cache/fast-path';
import { createSignatures } from './media/signatures';
import { openConnections } from './readers/sql/connections';
import { createSqlRenderer } from './readers/sql/reader';
import { tablesOf } from './readers/sql/tables';
import { createView, type ReadOptions, type View } from './view';
import { deliverySettings } from './settings';
import { databaseSettings } from '../database/settings';
import { uploadSettings } from '../media/settings';

/** Written as the compiled statements write them, to the letter. */
const absoluteUrls = (origin: string | null) => (url: string) =>
  origin !== null && url.startsWith('/') ? `${origin}${url}` : url;

/** The reading engine of one Strapi instance: what it reads with, and what it keeps. */
export const createDelivery = ({ strapi }: { strapi: Core.Strapi }) => {
  const settings = deliverySettings.of({ strapi });
  const database = databaseSettings.of({ strapi });

  const upload = uploadSettings.of({ strapi });
  const mediaOrigin = mediaOriginOf({ strapi });

  const counters = createCounters();
  const changes = createChanges();
  const models = modelsOf({ strapi });
  let isCompiled = false;
  const contracts = contractsOf(models, ({ uid }) => {
    if (isCompiled) strapi.log.warn(`delivery: ${uid} is read in a form that no endpoint names`);
  });
  const signatures = createSignatures({ strapi });
  const connections = openConnections(database.url, settings.connections, {
    availability: availabilityOf({ strapi }),
  });
  const listener = createListener({ url: database.url, changes, counters, log: strapi.log });
  const fragments = createFragments({ changes, counters, maxBytes: settings.fragmentBytes });
  const cache = createResponseCache({ changes, counters, maxBytes: settings.cacheBytes });
  const front = createFront({ cache, counters, listener, isTelling: settings.isTelling });

  const documents = (status: 'draft' | 'published'): Renderer =>
    createDocumentRenderer({ strapi, absolute: absoluteUrls(mediaOrigin), signatures, status });

  const statements = createSqlRenderer({
    models,
    tables: tablesOf({ strapi }),
    run: connections.run,
    // A long list leaves the other connections, and the processors behind them, to everybody else.
    batchesAtOnce: Math.ceil(settings.connections / 2),
    media: async () => ({
      origin: mediaOrigin,
      signs: await signatures.inSql(),
    }),
  });

  const renderers = {
    draft: documents('draft'),
    published: settings.sql ? statements : documents('published'),
  };

  /** What one request sees. Without `remembers`, nothing comes from memory. */
  const view = (status: 'draft' | 'published', { remembers }: { remembers: boolean }): View => {
    const keeps = remembers && settings.fragments && status === 'published';
    return createView({
      models,
      contracts,
      renderer: renderers[status],
      fragments: keeps ? fragments : null,
      status,
    });
  };

  return {
    settings,
    counters,
    cache,
    front,
    signatures,
    caughtUp: () => listener.caughtUp(),
    /** Whether this node hears of changes. */
    isListening: () => listener.isConnected(),
    /** How long the address of a private file works. */
    urlSeconds: upload.provider === 's3' ? upload.s3.urlExpires : Infinity,

    view,

    /** One document as a value, for those who show it themselves; null where there is none. */
    async document<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      status: 'draft' | 'published',
      options: ReadOptions,
    ): Promise<z.output<C> | null> {
      const found = await view(status, { remembers: false }).one(uid, contract, options);
      if (found === null) return null;
      const signed = await signatures.sign(found.toBuffer());
      return (signed === null ? found : new Json<z.output<C>>([signed])).parse();
    },

    /** Whether every contract fits what it is read from. */
    isCompiled: () => isCompiled,

    /** Bytes that are kept in memory. */
    bytes: () => ({ fragments: fragments.bytes(), responses: cache.bytes() }),

    /** Begins to hear of changes, and to answer before Strapi does. */
    async start(): Promise<void> {
      await compileContracts(
        contractReadsOf({ strapi }),
        contracts,
        settings.sql ? statements.prepare : null,
      );
      isCompiled = true;
      if (!releasesOf({ strapi }).leavesDefinitions()) await installTriggers({ strapi });
      watchOwnWrites({ strapi }, () => listener.wrote());
      await listener.start();
      if (settings.cache) putBefore(strapi.server.httpServer, front);
    },

    async stop(): Promise<void> {
      await listener.stop();
      await connections.end();
    },
  };
};

export type Delivery = ReturnType<typeof createDelivery>;
