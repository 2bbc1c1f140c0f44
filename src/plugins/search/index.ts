import type { Feature } from '#feature/feature';
import { search as searchEndpoint } from './contract';
import { createSearchDefinitions } from './server/definitions';
import { continueRebuild, defineRebuild, rebuildAtStart } from './server/rebuild';
import { searchSettings } from './settings';

/** Searches the published catalogue by text. */
export const search: Feature = {
  name: 'search',
  folder: __dirname,
  settings: [searchSettings],
  endpoints: [searchEndpoint],
  definitions: createSearchDefinitions,
  register: defineRebuild,
  bootstrap: rebuildAtStart,
  start: continueRebuild,
};
