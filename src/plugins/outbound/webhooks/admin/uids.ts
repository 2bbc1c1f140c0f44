export const ENDPOINT = 'plugin::webhooks.endpoint';
export const DELIVERY = 'plugin::webhooks.delivery';
