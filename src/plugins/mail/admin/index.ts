import { Mail } from '@strapi/icons';
import type { PanelFeature } from '../../../feature/admin/panel';
import { contentManagerOf } from '../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { MailPanel } from './MailPanel';
import { permissions, seeTemplates } from './permissions';
import { message } from './texts';

const title = message('unsent-mails.title');

/**
 * Shows the authors of e-mails what they look like, and administrators what was not sent: under Settings
 * and on the home page.
 */
export const panel: PanelFeature = {
  name: 'mail',
  translations: { en, es },
  register(app): void {
    app.widgets.register({
      id: 'unsent-mails',
      icon: Mail,
      title,
      component: async () => (await import('./UnsentMails')).UnsentMails,
      pluginId: 'account',
      permissions,
    });
  },
  bootstrap(app): void {
    contentManagerOf(app).addEditViewSidePanel([MailPanel]);
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
      // Not an async function: Strapi takes one for a component that it must not call.
      Component: () =>
        import('./UnsentMailsPage').then(({ UnsentMailsPage }) => ({ default: UnsentMailsPage })),
    });
  },
};
