import type { DocumentPipeline } from './platform/documents/pipeline';
import { recordAuditedWrites } from './plugins/changes/audit';
import { guardOrders } from './plugins/commerce/checkout';
import { refuseStaleWrites } from './plugins/changes/concurrent-editing';
import { keepReferences, recordHistory } from './plugins/changes/history';
import {
  lockDocument,
  normalizeFieldValues,
  refuseChosenDocumentIds,
  refuseDeletingRequiredEntries,
  refuseUnknownLocales,
} from './plugins/quality/integrity';
import { validateLinks } from './plugins/site/links';
import { filterListedEntries } from './plugins/tables/lists';
import { validateMailTemplates } from './plugins/mail';
import { checkPageSlots, keepOnePagePerLine } from './plugins/pages';
import { setMissingPositions } from './plugins/tables/ordering';
import { validatePrices } from './plugins/commerce/prices';
import { prefetchPrices, enforcePublishingRules } from './plugins/quality/publishing-rules';
import { guardBusinessLines, refuseHiddenPopulate } from './plugins/rights';
import { validateTranslations } from './plugins/panel/translations';
import { setMediaOrigin } from './plugins/media/uploads';
import { confirmRemovals } from './plugins/usage';
import { validateWebhookEndpoints } from './plugins/outbound/webhooks';
import { waitForNewerModels } from './platform/releases';

/**
 * The steps of each document operation, from the outermost to the innermost: create, copy, save,
 * publish, unpublish, delete and read. Each step surrounds the ones below it, and Strapi writes the
 * rows within the last one. Work after the commit needs a job or a consumer of changes
 * (`registerChangeConsumer`).
 */
export const documentPipeline: DocumentPipeline = {
  // Waits for other systems before a transaction is open.
  prepare: [waitForNewerModels, prefetchPrices],

  // Rejects operations that the caller may not perform, before and after the write.
  authorize: [
    guardOrders,
    refuseUnknownLocales,
    guardBusinessLines,
    refuseHiddenPopulate,
    refuseChosenDocumentIds,
  ],

  // Stores numbers, times and ISBNs in one form.
  normalize: [normalizeFieldValues],

  // Opens the transaction, and serializes writes of one document.
  lock: [lockDocument],

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
