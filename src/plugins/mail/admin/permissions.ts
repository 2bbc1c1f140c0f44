/** Permissions to see e-mails that were not sent. */
// eslint-disable-next-line no-restricted-syntax -- the stored name of this plugin's own permission
export const permissions = [{ action: 'plugin::account.mails.manage', subject: null }];

/** Permissions to see the overview of the texts. */
export const seeTemplates = [
  {
    action: 'plugin::content-manager.explorer.read',
    subject: 'api::email-template.email-template',
  },
];
