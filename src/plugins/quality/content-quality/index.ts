import type { Feature } from '../../../feature/feature';
import { findingDefinitions } from './server/definitions';
import { defineScans, queueFirstScan } from './server/jobs';
import { findingFilters } from './server/list-filters';

export { findBrokenLinks, type BrokenLink } from './server/rules/broken-addresses';

/** Scans the whole catalogue for content errors in the background. */
export const contentQuality: Feature = {
  name: 'content-quality',
  folder: __dirname,
  listFilters: findingFilters,
  definitions: () => findingDefinitions,
  register: defineScans,
  start: queueFirstScan,
};
