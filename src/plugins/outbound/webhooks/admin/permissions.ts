/** Permissions to see and renew the secrets of webhooks. */
export const SECRETS = [{ action: 'plugin::webhooks.secrets.read', subject: null }];

/** Permissions to send deliveries again and to send tests. */
export const SENDING = [{ action: 'plugin::webhooks.deliveries.send', subject: null }];
