import type { Feature } from '../../feature/feature';
import { pageDefinitions } from './server/one-per-line/one-per-vertical';
import { registerSlotMemory } from '../../reading/engine';
import { slotMemory } from './server/slots/memory';

/** Page documents: one a business line, without holes, and copied in the panel. */
export const pages: Feature = {
  name: 'pages',
  isPlugin: true,
  definitions: pageDefinitions,
  register: ({ strapi }) => registerSlotMemory({ strapi }, slotMemory),
};

export { isPageType, pageTypes } from './server/one-per-line/types';
export { keepOnePagePerLine } from './server/one-per-line/one-per-vertical';
export { checkPageSlots } from './server/slots/register';
