import type { PanelFeature } from '../../../../feature/admin/panel';
import { belowActions, contentManagerOf } from '../../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { StaleTranslationPanel } from './StaleTranslationPanel';
import { ConfirmSelected } from './ConfirmSelected';

/** Shows beside a translation's form that its source has changed. */
export const panel: PanelFeature = {
  name: 'stale-translations',
  translations: { en, es },
  bootstrap(app): void {
    const contentManager = contentManagerOf(app);
    contentManager.addEditViewSidePanel(belowActions(StaleTranslationPanel));
    contentManager.addBulkAction((actions) => [...actions, ConfirmSelected]);
  },
};
