import type { PanelFeature } from '#feature/admin/panel';
import { insertPanelBelowActions, getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { StaleTranslationPanel, ConfirmSelected } from './StaleTranslationPanel';
import { OfferValues, reportSavedFields } from './OfferValues';

/** Shows the source beside a translation's form, and keeps values equal between languages. */
export const panel: PanelFeature = {
  name: 'stale-translations',
  translations: { en, es },
  bootstrap(app): void {
    reportSavedFields();
    const contentManager = getContentManager(app);
    contentManager.addEditViewSidePanel(insertPanelBelowActions(StaleTranslationPanel));
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', {
      name: 'stale-translations-offer',
      Component: OfferValues,
    });
    contentManager.addBulkAction((actions) => [...actions, ConfirmSelected]);
  },
};
