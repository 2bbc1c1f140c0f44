/** Who sees secrets of webhooks and makes new ones. */
export const SECRETS = [{ action: 'plugin::webhooks.secrets.read', subject: null }];

/** Who has deliveries sent again, and tests sent. */
export const SENDING = [{ action: 'plugin::webhooks.deliveries.send', subject: null }];
