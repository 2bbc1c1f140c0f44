import type { PanelFeature } from '#feature/admin/panel';
import { insertPanelBelowActions, getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { LookOnlyPanel, LineRolesPanel } from './panels';

/** Shows why a user may only read an entry, and the roles of a business line beside its form. */
export const panel: PanelFeature = {
  name: 'rights',
  translations: { en, es },
  bootstrap(app): void {
    const forms = getContentManager(app);
    forms.addEditViewSidePanel(insertPanelBelowActions(LookOnlyPanel));
    forms.addEditViewSidePanel([LineRolesPanel]);
  },
};
