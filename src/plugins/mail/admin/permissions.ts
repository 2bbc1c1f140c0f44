/** Who sees e-mails that were not sent. */
export const permissions = [{ action: 'plugin::account.mails.manage', subject: null }];
