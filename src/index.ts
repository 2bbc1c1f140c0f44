import type { Core } from '@strapi/types';
import { catalogue } from './api';
import { documentation } from './api/documentation/feature';
import { createApplication } from './feature/application';
import type { Feature } from './feature/feature';
import { foundation } from './foundation';
import type { DocumentPipeline } from './platform/documents/pipeline';
import { guardAddress, refuseMalformedAddress } from './platform/http/address-guard';
import { mapParserErrors } from './platform/http/answers/client-errors';
import { createErrorResponsesMiddleware } from './platform/http/answers/error-responses';
import { readBodies } from './platform/http/bodies/read-bodies';
import { answerDatabaseUnavailable } from './platform/http/database-unavailable';
import { takeForms } from './platform/http/multipart/take-forms';
import { closeUnreadRequests } from './platform/http/multipart/unread-body';
import { sanitizePanelResponses } from './platform/http/panel/secrets';
import { openPublicReads } from './platform/http/public-reads';
import { guardStrapiHandlers } from './platform/http/strapi-handlers';
import { waitForNewerModels } from './platform/releases';
import { withRequestId } from './platform/request-id';
import { readSections, type Settings } from './platform/settings';
import type { Variables } from './platform/settings/section';
import { uploadSettings } from './platform/storage/settings';
import { setCallerAddress } from './platform/throttle/address';
import { limitPanelLogins } from './platform/throttle/panel-limits';
import { account, acceptVisitors } from './plugins/account';
import { audit, recordAuditedWrites, recordAuditedRequests } from './plugins/changes/audit';
import {
  concurrentEditing,
  refuseStaleWrites,
  setEntityTag,
} from './plugins/changes/concurrent-editing';
import { history, keepReferences, recordHistory } from './plugins/changes/history';
import { checkout, guardOrders } from './plugins/commerce/checkout';
import { prices, validatePrices } from './plugins/commerce/prices';
import { contentApi } from './plugins/content-api';
import { mail, validateMailTemplates } from './plugins/mail';
import { pictures } from './plugins/media/pictures';
import { duplicateUploads } from './plugins/media/duplicate-uploads';
import { uploads, setMediaOrigin, serveUploads } from './plugins/media/uploads';
import { cdnPurging } from './plugins/outbound/cdn-purging';
import { webhooks, validateWebhookEndpoints } from './plugins/outbound/webhooks';
import { pages, checkPageSlots, keepOnePagePerLine } from './plugins/pages';
import { editor } from './plugins/panel/editor';
import { dashboard } from './plugins/panel/dashboard';
import { translations, validateTranslations } from './plugins/panel/translations';
import { partnerVideo } from './plugins/partner-video';
import { preview, openDrafts } from './plugins/preview';
import { contentQuality } from './plugins/quality/content-quality';
import { brokenLinks } from './plugins/quality/broken-links';
import {
  integrity,
  lockDocument,
  normalizeFieldValues,
  refuseChosenDocumentIds,
  refuseDeletingRequiredEntries,
  refuseUnknownLocales,
} from './plugins/quality/integrity';
import {
  publishingRules,
  prefetchPrices,
  enforcePublishingRules,
} from './plugins/quality/publishing-rules';
import { siteOverview } from './plugins/quality/site-overview';
import { staleTranslations } from './plugins/quality/stale-translations';
import { rights, guardBusinessLines, refuseHiddenPopulate } from './plugins/rights';
import { search } from './plugins/search';
import { jsonLd } from './plugins/site/json-ld';
import { links, validateLinks } from './plugins/site/links';
import { redirects } from './plugins/site/redirects';
import { references } from './plugins/site/references';
import { sitemaps } from './plugins/site/sitemaps';
import { bulkEdit } from './plugins/tables/bulk-edit';
import { importExport } from './plugins/tables/import-export';
import { lists, filterListedEntries } from './plugins/tables/lists';
import { ordering, setMissingPositions } from './plugins/tables/ordering';
import { relationPicker } from './plugins/tables/relation-picker';
import { health } from './plugins/telemetry/health';
import { metrics, measureRequests } from './plugins/telemetry/metrics';
import { traces, traceRequests } from './plugins/telemetry/traces';
import { usage, confirmRemovals } from './plugins/usage';

/** Features of the service. Features may depend on those above them. */
export const features: readonly Feature[] = [
  ...foundation,
  traces,
  audit,
  rights,
  integrity,
  links,
  usage,
  history,
  concurrentEditing,
  uploads,
  duplicateUploads,
  pictures,
  mail,
  account,
  contentApi,
  ordering,
  prices,
  publishingRules,
  translations,
  catalogue,
  references,
  redirects,
  search,
  sitemaps,
  jsonLd,
  pages,
  siteOverview,
  staleTranslations,
  contentQuality,
  lists,
  bulkEdit,
  importExport,
  brokenLinks,
  relationPicker,
  dashboard,
  partnerVideo,
  checkout,
  cdnPurging,
  webhooks,
  documentation,
  preview,
  editor,
  health,
  metrics,
];

/**
 * The service's own middlewares by the names that `config/middlewares.ts` puts in order, as
 * `global::…`.
 */
const httpMiddlewares: Readonly<Record<string, Core.MiddlewareFactory>> = {
  'measure-requests': measureRequests,
  'malformed-address': () => refuseMalformedAddress,
  'trace-requests': traceRequests,
  'entity-tags': () => setEntityTag,
  'request-id': () => withRequestId,
  'caller-address': () => setCallerAddress,
  'close-unread-requests': () => closeUnreadRequests,
  'panel-responses': () => sanitizePanelResponses,
  'error-responses': (_config, context) => createErrorResponsesMiddleware(context),
  'client-errors': (_config, context) => mapParserErrors(context),
  'database-unavailable': () => answerDatabaseUnavailable,
  'public-reads': (_config, context) => openPublicReads(context),
  'visitor-address': acceptVisitors,
  'media-files': serveUploads,
  drafts: openDrafts,
  'query-limits': () => guardAddress,
  multipart: (_config, context) => takeForms(context, uploadSettings.of(context)),
  body: (_config, context) => readBodies(context),
  'strapi-handlers': () => guardStrapiHandlers,
  'panel-logins': limitPanelLogins,
  'record-audited-requests': recordAuditedRequests,
};

/**
 * The steps of each document operation, from the outermost to the innermost: create, copy, save,
 * publish, unpublish, delete and read. Each step surrounds the ones below it, and Strapi writes the
 * rows within the last one. Work after the commit needs a job or a consumer of changes
 * (`registerChangeConsumer`).
 */
const documentPipeline: DocumentPipeline = {
  // Waits for other systems before a transaction is open.
  prepare: [waitForNewerModels, prefetchPrices],

  // Rejects operations that the caller may not perform, before and after the write.
  authorize: [guardOrders, guardBusinessLines, refuseHiddenPopulate, refuseChosenDocumentIds],

  // Stores numbers, times and ISBNs in one form.
  normalize: [normalizeFieldValues],

  // Opens the transaction, serializes writes of one document, and holds their locale.
  lock: [lockDocument, refuseUnknownLocales],

  // Compares and records versions, in the transaction of the write.
  capture: [recordAuditedWrites, recordHistory, refuseStaleWrites],

  // Fills in values that the caller omits, and references that Strapi loses.
  complete: [setMissingPositions, keepReferences],

  // Rejects violations of the catalogue's rules.
  validate: [
    refuseDeletingRequiredEntries,
    validateLinks,
    confirmRemovals,
    validatePrices,
    enforcePublishingRules,
    validateTranslations,
    keepOnePagePerLine,
    checkPageSlots,
    validateMailTemplates,
    validateWebhookEndpoints,
  ],

  // Changes reads: filters of the panel's lists, URLs of media.
  read: [filterListedEntries, setMediaOrigin],
};

/** The last result: each file of `config/` reads the same variables during a start. */
let last: { key: string; settings: Settings } | undefined;

/**
 * Reads the settings of the whole service from the environment.
 *
 * @throws SettingsError that names every missing or malformed variable
 */
export const readSettings = (variables: Variables): Settings => {
  const key = JSON.stringify(variables);
  if (last?.key !== key) {
    const sections = features.flatMap(({ settings = [] }) => settings);
    last = { key, settings: readSections(sections, variables) };
  }
  return last.settings;
};

export default createApplication(features, httpMiddlewares, documentPipeline);
