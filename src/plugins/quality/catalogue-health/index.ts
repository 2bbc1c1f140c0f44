import type { Feature } from '../../../feature/feature';
import { findingDefinitions } from './server/definitions';
import { defineLooking, lookOnce } from './server/jobs';

export { findDeadLinks, type DeadLink } from './server/rules/dead-addresses';
export { documentsWith, titleOf } from './server/findings';
export { documentsToAskOf } from './server/look/concerned';
export { TRANSLATION_OLDER } from './server/rules/translations';
export { mayBeShownNowhere, SHOWN_NOWHERE } from './server/rules/shown-nowhere';

/** Scans the whole catalogue for content errors in the background. */
export const catalogueHealth: Feature = {
  name: 'catalogue-health',
  isPlugin: true,
  definitions: () => findingDefinitions,
  register: defineLooking,
  start: lookOnce,
};
