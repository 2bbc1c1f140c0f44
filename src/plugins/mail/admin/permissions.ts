import { MANAGE_MAILS } from '../manage-mails';

/** Permissions to see e-mails that were not sent. */
export const permissions = [{ action: MANAGE_MAILS, subject: null }];

/** Permissions to see the overview of the texts. */
export const seeTemplates = [
  {
    action: 'plugin::content-manager.explorer.read',
    subject: 'api::email-template.email-template',
  },
];
