import { getAvailability, registerAvailability } from './platform/database';
import { warnOfCollation } from './platform/database/collation';
import {
  checkIndexes,
  installDefinitions,
  readSearchedTables,
} from './platform/database/installer';
import { normalizeStoredText } from './platform/database/normalize-stored-text';
import { databaseSettings } from './platform/database/settings';
import { sortTextsByLetters, type SortedTexts } from './platform/database/sorted-texts';
import { listEndpoints, getFeatures, collectPreviews } from './feature/application';
import type { Feature } from './feature/feature';
import { logUnhandledErrors } from './platform/http/unhandled-errors';
import { limitResponse } from './platform/http/outgoing/bounded-body';
import { guardPublication } from './platform/http/guard-publication';
import { guardQueries } from './platform/http/queries/guard-queries';
import { removeLeftoverFolders } from './platform/http/temporary-folders';
import { registerWellKnown } from './platform/http/well-known';
import { getJobs } from './platform/jobs';
import { getEngine, registerEngine } from './delivery/engine';
import { createDeliveryDefinitions } from './delivery/invalidation/definitions';
import { listEndpointReads, type NamedContractRead } from './delivery/plan/contract';
import { deliverySettings } from './delivery/settings';
import { registerReleases, getReleases } from './platform/releases';
import type { WithStrapi } from './platform/strapi/with-strapi';
import { releaseSettings } from './platform/releases/settings';
import { secretSettings } from './platform/settings/secrets';
import { serverSettings } from './platform/settings/server';
import { shutdownSettings } from './platform/settings/shutdown';
import { copyHiddenFields } from './platform/strapi/copied-fields';
import { copyHiddenIntoLanguages } from './platform/strapi/hidden-in-languages';
import { hashAdministratorTokens } from './platform/strapi/administrator-tokens';
import { readForListeners } from './platform/strapi/document-events';
import { summarizeFirstMigrations } from './platform/strapi/first-migrations';
import { readPagesByNumber } from './platform/strapi/stored-queries';
import { publishInPlace } from './platform/strapi/publish-in-place';
import { keepLargeRelationsFast } from './platform/strapi/large-relations';
import { identifyMcpCallers, offerCurrentLocales } from './platform/strapi/mcp';
import { requirePatches } from './platform/strapi/patches';
import { publishSharedFieldsAlone } from './platform/strapi/shared-fields';
import { limitWebhookResponses } from './platform/strapi/webhook-requests';
import { registerThrottle } from './platform/throttle';
import { createThrottleDefinitions } from './platform/throttle/store';

/** Connects to the database and keeps the service running while it is unavailable. */
const database: Feature = {
  name: 'database',
  settings: [databaseSettings],
  register({ strapi }): void {
    requirePatches();
    registerAvailability({ strapi });
    summarizeFirstMigrations({ strapi });
    keepLargeRelationsFast({ strapi });
    readForListeners({ strapi });
    publishSharedFieldsAlone({ strapi });
    publishInPlace({ strapi });
    copyHiddenFields({ strapi });
    copyHiddenIntoLanguages({ strapi });
  },
  start: ({ strapi }) => getAvailability({ strapi }).start(),
  stop: ({ strapi }) => getAvailability({ strapi }).stop(),
};

/** Lets this release and others share one database. */
const releases: Feature = {
  name: 'releases',
  settings: [releaseSettings],
  register: registerReleases,
  bootstrap: ({ strapi }) => getReleases({ strapi }).announce(),
  stop: ({ strapi }) => getReleases({ strapi }).leave(),
};

/** Installs the database definitions of the features. */
const definitions: Feature = {
  name: 'definitions',
  async bootstrap({ strapi }): Promise<void> {
    await warnOfCollation({ strapi });
    const nodes = getReleases({ strapi });
    // Definitions of a newer release also serve this one.
    if (nodes.leavesDefinitions()) return;
    const ofFeatures = getFeatures({ strapi }).flatMap(
      (feature) => feature.definitions?.({ strapi }) ?? [],
    );
    await installDefinitions({ strapi }, ofFeatures, { removes: !(await nodes.hasOlderNodes()) });
    if (strapi.config.get('environment') === 'production') {
      await checkIndexes({ strapi }, ofFeatures);
    }
  },
};

/**
 * Sorts texts by letters and normalizes them. It runs after the definitions, whose triggers
 * announce the changes.
 */
const text: Feature = {
  name: 'text',
  async bootstrap({ strapi }): Promise<void> {
    const nodes = getReleases({ strapi });
    // A newer release may sort the columns differently.
    const features = getFeatures({ strapi });
    const sorted = Object.assign({}, ...features.map((each) => each.sortedTexts)) as SortedTexts;
    if (!nodes.leavesDefinitions()) await sortTextsByLetters({ strapi }, sorted);
    // Older nodes still write other Unicode forms.
    const isLast = !(await nodes.hasOlderNodes());
    const types = features.flatMap(({ normalizedTypes = [] }) => normalizedTypes);
    await normalizeStoredText({ strapi }, { isLast, types });
  },
};

/** Controls how the service listens, stops and reads requests. */
const http: Feature = {
  name: 'http',
  settings: [serverSettings, shutdownSettings, secretSettings],
  register({ strapi }): void {
    logUnhandledErrors({ strapi });
    limitWebhookResponses({ strapi }, limitResponse);
    identifyMcpCallers({ strapi });
    offerCurrentLocales({ strapi });
    guardPublication({ strapi });
    registerWellKnown({ strapi });
  },
  async bootstrap({ strapi }): Promise<void> {
    guardQueries({ strapi });
    await hashAdministratorTokens({ strapi });
    readPagesByNumber({ strapi }, await readSearchedTables({ strapi }));
    await removeLeftoverFolders();
  },
};

/** Limits how often a caller may do something. */
const throttle: Feature = {
  name: 'throttle',
  register: registerThrottle,
  definitions: createThrottleDefinitions,
};

/** Runs background work from a queue in the database. */
const jobs: Feature = {
  name: 'jobs',
  start: ({ strapi }) => getJobs({ strapi }).start(),
  stop: ({ strapi }) => getJobs({ strapi }).stop(),
};

/** Returns every contract that is read: by endpoints, by features and by previews. */
const collectContractReads = ({ strapi }: WithStrapi): readonly NamedContractRead[] => {
  const features = getFeatures({ strapi });
  return [
    ...listEndpoints(features).flatMap(listEndpointReads),
    ...features.flatMap(({ reads = [] }) => reads),
    ...Object.entries(collectPreviews(features)).map(([uid, form]) => ({
      reader: `the preview of ${uid}`,
      uid,
      form,
    })),
  ];
};

/** Reads documents in the forms of contracts, from the cache where possible. */
const delivery: Feature = {
  name: 'delivery',
  settings: [deliverySettings],
  definitions: (context) => createDeliveryDefinitions(context, collectContractReads(context)),
  register: (context) => registerEngine(context, collectContractReads(context)),
  bootstrap({ strapi }): void {
    if (!getReleases({ strapi }).leavesDefinitions()) getEngine({ strapi }).beginResync();
  },
  start: ({ strapi }) => getEngine({ strapi }).start(),
  stop: ({ strapi }) => getEngine({ strapi }).stop(),
};

/** The parts of the platform as features: database, releases, HTTP, jobs and delivery. */
export const foundation: readonly Feature[] = [
  database,
  releases,
  definitions,
  text,
  http,
  throttle,
  jobs,
  delivery,
];
