import { createRequire } from 'node:module';
import type Stripe from 'stripe';

/**
 * Returns the provider's library. It is loaded at first use, because its two hundred files would
 * slow the start.
 */
export const loadStripe = (): typeof Stripe => {
  const require = createRequire(__filename);
  return require('stripe') as typeof Stripe;
};
