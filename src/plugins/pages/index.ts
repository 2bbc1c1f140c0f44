import type { Feature } from '#feature/feature';
import { createPageDefinitions } from './server/one-per-vertical';

/**
 * Manages page documents. Each business line has at most one page of each type, and a page shows
 * only published entries.
 */
export const pages: Feature = {
  name: 'pages',
  folder: __dirname,
  definitions: createPageDefinitions,
};

export { keepOnePagePerLine } from './server/one-per-vertical';
export { checkPageSlots } from './server/slots';
