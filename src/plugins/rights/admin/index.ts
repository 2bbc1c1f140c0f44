import type { PanelFeature } from '../../../feature/admin/panel';
import { belowActions, contentManagerOf } from '../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { LookOnlyPanel } from './LookOnlyPanel';
import { LineRolesPanel } from './LineRolesPanel';

/** Beside an entry, why somebody may only look at it; beside a business line, the roles of those who edit it. */
export const panel: PanelFeature = {
  name: 'rights',
  translations: { en, es },
  bootstrap(app): void {
    const forms = contentManagerOf(app);
    forms.addEditViewSidePanel(belowActions(LookOnlyPanel));
    forms.addEditViewSidePanel([LineRolesPanel]);
  },
};
