import type { PanelFeature } from '../../../feature/admin/panel';
import { contentManagerOf } from '../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { CopyPageAction } from './CopyPageAction';

/** Adds the copy action for pages to the content manager. */
export const panel: PanelFeature = {
  name: 'pages',
  translations: { en, es },
  bootstrap(app): void {
    contentManagerOf(app).addDocumentAction((actions) => [...actions, CopyPageAction]);
  },
};
