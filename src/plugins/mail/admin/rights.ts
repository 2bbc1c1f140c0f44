/** Who sees e-mails that were not sent. */
export const permissions = [{ action: 'plugin::account.mails.manage', subject: null }];

export const title = { id: 'unsent-mails.title', defaultMessage: 'E-mails that were not sent' };
