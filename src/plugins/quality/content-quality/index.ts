import { dismissalTable } from './server/dismissals';
import type { Feature, ListFilter } from '#feature/feature';
import { findingTable, findDocumentsWithFinding, loadGroupTitle } from './server/findings';
import { defineScans, queueFirstScan, loadStaleCandidates } from './server/scan';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { findStaleTranslations } from '../stale-translations';
import { canBeUnreferenced } from './server/rules/entries';
import { SHOWN_NOWHERE, TRANSLATION_OLDER } from './content-quality';

/** List filters that select entries by their findings. */
const findingFilters: readonly ListFilter[] = [
  {
    name: 'older-translation',
    appliesTo: ({ strapi }, uid) => {
      const model = findModel({ strapi }, uid);
      return isLocalized(model) && hasDrafts(model);
    },
    filters: async ({ strapi }, { uid }) => {
      // Comparing the stored versions of every translation takes too long.
      const documents = await loadStaleCandidates({ strapi }, { uid, code: TRANSLATION_OLDER });
      const stale = await findStaleTranslations({ strapi }, uid, documents ?? undefined);
      return { documentId: { $in: stale.map(({ documentId }) => documentId) } };
    },
  },
  {
    name: 'shown-nowhere',
    appliesTo: canBeUnreferenced,
    filters: async ({ strapi }, { uid }) => ({
      documentId: { $in: await findDocumentsWithFinding({ strapi }, { uid, code: SHOWN_NOWHERE }) },
    }),
  },
  {
    name: 'finding',
    appliesTo: () => true,
    filters: async ({ strapi }, { uid, value: code, locale }) => ({
      documentId: { $in: await findDocumentsWithFinding({ strapi }, { uid, code, locale }) },
    }),
    titleOf: ({ strapi }, { uid, value: code }) => loadGroupTitle({ strapi }, { uid, code }),
  },
];

export { findBrokenLinks, type BrokenLink } from './server/rules/broken-addresses';

/** Scans the whole catalogue for content errors in the background. */
export const contentQuality: Feature = {
  name: 'content-quality',
  folder: __dirname,
  listFilters: findingFilters,
  definitions: () => [findingTable, dismissalTable],
  register: defineScans,
  start: queueFirstScan,
};
