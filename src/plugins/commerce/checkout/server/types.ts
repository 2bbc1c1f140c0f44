/** Whether a product is paid once or by subscription. */
export type CheckoutMode = 'payment' | 'subscription';

export const uids = {
  order: 'plugin::checkout.order',
  event: 'plugin::checkout.event',
  request: 'plugin::checkout.request',
} as const;
