import type { PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { READ_AUDIT } from '../entry';
import { message } from './texts';

/** Adds the audit log to the settings. */
export const panel: PanelFeature = {
  name: 'audit',
  translations: { en, es },
  bootstrap(app): void {
    app.addSettingsLink('global', {
      id: 'audit',
      to: 'audit',
      intlLabel: message('audit.title'),
      permissions: [{ action: READ_AUDIT, subject: null }],
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () => import('./AuditPage').then(({ AuditPage }) => ({ default: AuditPage })),
    });
  },
};
