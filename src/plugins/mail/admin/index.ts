import { Mail } from '@strapi/icons';
import type { PanelFeature } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { MailPanel } from './MailPanel';
import { permissions, seeTemplates } from './permissions';
import { message } from './texts';

const title = message('unsent-mails.title');

/**
 * Adds the preview of e-mails, the overview of their texts, and the list of unsent e-mails to the
 * panel.
 */
export const panel: PanelFeature = {
  name: 'mail',
  translations: { en, es },
  dashboard: [
    {
      id: 'unsent-mails',
      icon: Mail,
      title,
      component: async () => (await import('./UnsentMails')).UnsentMails,
      permissions,
    },
  ],
  bootstrap(app): void {
    getContentManager(app).addEditViewSidePanel([MailPanel]);
    app.addSettingsLink('global', {
      id: 'mail-texts',
      to: 'mail-texts',
      intlLabel: message('mail-texts.title'),
      permissions: seeTemplates,
      Component: () =>
        import('./MailTextsPage').then(({ MailTextsPage }) => ({ default: MailTextsPage })),
    });
    app.addSettingsLink('global', {
      id: 'unsent-mails',
      to: 'unsent-mails',
      intlLabel: title,
      permissions,
      // Not an async function: Strapi would take it for a component and not call it.
      Component: () =>
        import('./UnsentMails').then(({ UnsentMailsPage }) => ({ default: UnsentMailsPage })),
    });
  },
};
