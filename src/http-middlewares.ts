import type { Core } from '@strapi/types';
import { mapParserErrors } from './platform/http/answers/client-errors';
import { errorResponses } from './platform/http/answers/error-responses';
import { guardAddress, refuseMalformedAddress } from './platform/http/address-guard';
import { readBodies } from './platform/http/bodies/read-bodies';
import { answerDatabaseUnavailable } from './platform/http/database-unavailable';
import { takeForms } from './platform/http/multipart/take-forms';
import { closeUnreadRequests } from './platform/http/multipart/unread-body';
import { sanitizePanelResponses } from './platform/http/panel/secrets';
import { openPublicReads } from './platform/http/public-reads';
import { guardStrapiHandlers } from './platform/http/strapi-handlers';
import { withRequestId } from './platform/request-id';
import { uploadSettings } from './platform/storage/settings';
import { setCallerAddress } from './platform/throttle/address';
import { acceptVisitors } from './plugins/account';
import { recordAuditedRequests } from './plugins/changes/audit';
import { setEntityTag } from './plugins/changes/concurrent-editing';
import { serveUploads } from './plugins/media/uploads';
import { openDrafts, setPreviewLink } from './plugins/preview';
import { nameHiddenEntries, refreshLines } from './plugins/rights';
import { measureRequests } from './plugins/telemetry/metrics';
import { traceRequests } from './plugins/telemetry/traces';

/**
 * The service's own middlewares by the names that `config/middlewares.ts` puts in order, as
 * `global::…`.
 */
export const httpMiddlewares: Readonly<Record<string, Core.MiddlewareFactory>> = {
  'measure-requests': measureRequests,
  'malformed-address': () => refuseMalformedAddress,
  'trace-requests': traceRequests,
  'refresh-lines': refreshLines,
  'name-hidden-entries': nameHiddenEntries,
  'entity-tags': () => setEntityTag,
  'preview-links': setPreviewLink,
  'request-id': () => withRequestId,
  'caller-address': () => setCallerAddress,
  'close-unread-requests': () => closeUnreadRequests,
  'panel-responses': () => sanitizePanelResponses,
  'error-responses': (_config, context) => errorResponses(context),
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
  'record-audited-requests': recordAuditedRequests,
};
