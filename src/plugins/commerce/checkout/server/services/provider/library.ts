import { createRequire } from 'node:module';
import type Stripe from 'stripe';

/** Returns the provider's library. Its first use loads the two hundred files of it, so that a start does not. */
export const stripe = (): typeof Stripe => {
  const require = createRequire(__filename);
  return require('stripe') as typeof Stripe;
};
