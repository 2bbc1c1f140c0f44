import type { StrapiApp } from '@strapi/strapi/admin';
import { registerPageTools } from './page-tools';
import { pageToolsInSpanish } from './page-tools/es';

/** The admin panel's own pieces; each lives in a folder and is registered by a line here. */
export default {
  config: {
    locales: ['es'],
    translations: { es: { ...pageToolsInSpanish } },
  },
  bootstrap(app: StrapiApp): void {
    registerPageTools(app);
  },
};
