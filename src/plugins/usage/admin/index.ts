import type { PanelFeature } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import { addToPage } from '#platform/strapi/admin/pages';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { confirmBulkRemoval, confirmRemoval } from './confirm-removal';
import { watchRefusedRemovals, RefusedQuestion } from './Question';
import { UsedFile, UsedPanel } from './Uses';

/** Shows where entries and files are used, and asks before a used one is removed. */
export const panel: PanelFeature = {
  name: 'usage',
  translations: { en, es },
  register(app): void {
    addToPage(app, 'media library', RefusedQuestion);
    addToPage(app, 'media library', UsedFile);
    addToPage(app, 'content manager', RefusedQuestion);
    addToPage(app, 'content manager', UsedFile);
  },
  bootstrap(app): void {
    const contentManager = getContentManager(app);
    contentManager.addEditViewSidePanel([UsedPanel]);
    contentManager.addDocumentAction((actions) => actions.map(confirmRemoval));
    contentManager.addBulkAction((actions) => actions.map(confirmBulkRemoval));
    watchRefusedRemovals();
  },
};
