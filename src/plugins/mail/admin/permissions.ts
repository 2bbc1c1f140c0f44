/** Who sees e-mails that were not sent. */
export const permissions = [{ action: 'plugin::account.mails.manage', subject: null }];

/** Who sees which texts there are. */
export const seeTemplates = [
  {
    action: 'plugin::content-manager.explorer.read',
    subject: 'api::email-template.email-template',
  },
];
