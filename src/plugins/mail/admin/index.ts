import { Mail } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { MailPanel } from './MailPanel';
import { permissions, title } from './rights';

type ContentManagerApis = { addEditViewSidePanel: (panels: PanelComponent[]) => void };

/** Shows the authors of e-mails what they look like, and administrators what was not sent. */
export const registerEmailTemplate = (app: StrapiApp): void => {
  const apis = app.getPlugin('content-manager').apis as ContentManagerApis;
  apis.addEditViewSidePanel([MailPanel]);
  app.addSettingsLink('global', {
    id: 'unsent-mails',
    to: 'unsent-mails',
    intlLabel: title,
    permissions,
    Component: async () => ({ default: (await import('./UnsentMailsPage')).UnsentMailsPage }),
  });
};

/** The latter on the home page too. Called while the panel registers its parts. */
export const registerUnsentMails = (app: StrapiApp): void => {
  app.widgets.register({
    id: 'unsent-mails',
    icon: Mail,
    title,
    component: async () => (await import('./UnsentMails')).UnsentMails,
    pluginId: 'account',
    permissions,
  });
};
