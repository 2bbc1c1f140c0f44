import type { Feature } from '../../feature/feature';
import { pageDefinitions, registerPageGuard } from './server/one-per-line/one-per-vertical';
import { registerSlots } from './server/slots/register';

/** Page documents: one a business line, without holes, and copied in the panel. */
export const pages: Feature = {
  name: 'pages',
  isPlugin: true,
  definitions: pageDefinitions,
  register({ strapi }): void {
    registerPageGuard({ strapi });
    registerSlots({ strapi });
  },
};

export { isPageType, pageTypes } from './server/one-per-line/types';
