export const uids = {
  endpoint: 'plugin::webhooks.endpoint',
  delivery: 'plugin::webhooks.delivery',
  secret: 'plugin::webhooks.secret',
} as const;
