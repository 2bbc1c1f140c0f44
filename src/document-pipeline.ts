import type { DocumentPipeline } from './platform/documents/pipeline';
import { recordAuditedWrites } from './plugins/changes/audit';
import { refuseOrderWrites } from './plugins/commerce/checkout';
import { refuseStaleWrites } from './plugins/changes/concurrent-editing';
import { recordHistory } from './plugins/changes/history';
import {
  lockDocument,
  normalizeFieldValues,
  refuseChosenDocumentIds,
  refuseDeletingRequiredEntries,
} from './plugins/quality/integrity';
import { validateLinks } from './plugins/site/links';
import { filterListedEntries } from './plugins/tables/lists';
import { validateMailTemplates } from './plugins/mail';
import { checkPageSlots, keepOnePagePerLine } from './plugins/pages';
import { setMissingPositions } from './plugins/tables/positions';
import { validatePrices } from './plugins/commerce/prices';
import { askPaymentProviders, enforcePublishingRules } from './plugins/quality/readiness';
import { guardBusinessLines, refuseHiddenPopulate } from './plugins/rights';
import { validateTranslations } from './plugins/panel/translations';
import { setMediaOrigin } from './plugins/media/uploads';
import { confirmDeletions } from './plugins/usage';
import { validateWebhookEndpoints } from './plugins/outbound/webhooks';
import { waitForNewerModels } from './platform/releases';

/**
 * Everything that happens when a document is created, copied, saved, published, unpublished, deleted or read, from the
 * outermost step to the innermost. Each step surrounds the ones below it, and Strapi writes the rows within the last one.
 */
export const documentPipeline: DocumentPipeline = {
  // Waits for other systems before a transaction is open.
  prepare: [waitForNewerModels, askPaymentProviders],

  // Refuses what the caller may not do, before the write and after it.
  authorize: [refuseOrderWrites, guardBusinessLines, refuseHiddenPopulate, refuseChosenDocumentIds],

  // Stores numbers, moments and ISBNs in one form.
  normalize: [normalizeFieldValues],

  // Opens the transaction, and lets writes of one document take turns.
  lock: [lockDocument],

  // Compares and records versions, in the transaction of the write.
  capture: [recordAuditedWrites, recordHistory, refuseStaleWrites],

  // Fills in what the caller leaves to the service.
  complete: [setMissingPositions],

  // Refuses what the catalogue's rules do not allow.
  validate: [
    refuseDeletingRequiredEntries,
    validateLinks,
    confirmDeletions,
    validatePrices,
    enforcePublishingRules,
    validateTranslations,
    keepOnePagePerLine,
    checkPageSlots,
    validateMailTemplates,
    validateWebhookEndpoints,
  ],

  // Changes what is read: filters of the panel's lists, addresses of media.
  read: [filterListedEntries, setMediaOrigin],
};
