/**
 * Action to see unsent e-mails and to send them again. Roles store it under `account`, because
 * e-mails were once part of accounts.
 */
export const manageMailsAction = {
  displayName: 'See e-mails that were not sent, and send them again',
  pluginName: 'account',
  uid: 'mails.manage',
} as const;

/** Permission for {@link manageMailsAction}. */
export const MANAGE_MAILS =
  `plugin::${manageMailsAction.pluginName}.${manageMailsAction.uid}` as const;
