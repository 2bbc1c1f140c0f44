import type { PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { takeNames } from './names';
import { READ } from './permissions';
import { message } from './texts';

/** What people and tokens did, under Settings. */
export const panel: PanelFeature = {
  name: 'audit',
  translations: { en, es },
  bootstrap(app, { layouts }): void {
    takeNames(layouts);
    app.addSettingsLink('global', {
      id: 'audit',
      to: 'audit',
      intlLabel: message('audit.title'),
      permissions: READ,
      // Not an async function: Strapi takes one for a component that it must not call.
      Component: () => import('./AuditPage').then(({ AuditPage }) => ({ default: AuditPage })),
    });
  },
};
