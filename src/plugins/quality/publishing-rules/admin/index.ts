import type { PanelFeature } from '#feature/admin/panel';
import { insertPanelBelowActions, getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { withErrorCheck } from './BulkPublish';
import { OpenAtField } from './reveal';
import { PublishingCheckPanel } from './PublishingCheckPanel';
import { Refusal, watchRefusedPublications } from './Refusal';
import { storeRules } from './rules';

/** Shows publishing errors beside forms, in lists, and on a page of all entries. */
export const panel: PanelFeature = {
  name: 'publishing-rules',
  translations: { en, es },
  register(app): void {
    // The to-do list links to this page.
    app.router.addRoute({
      path: 'plugins/publishing-rules/*',
      lazy: async () => ({ Component: (await import('./EntriesPage')).EntriesPage }),
    });
  },
  bootstrap(app, forms): void {
    storeRules(forms);
    watchRefusedPublications();
    const contentManager = getContentManager(app);
    contentManager.addEditViewSidePanel(insertPanelBelowActions(PublishingCheckPanel));
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', {
      name: 'publishing-rules-refusal',
      Component: Refusal,
    });
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', {
      name: 'publishing-rules-open-at-field',
      Component: OpenAtField,
    });
    contentManager.addBulkAction((actions) =>
      actions.map((action) => (action.type === undefined ? withErrorCheck(action) : action)),
    );
  },
};
