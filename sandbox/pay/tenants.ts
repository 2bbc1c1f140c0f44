import type Stripe from 'stripe';
import type { Api } from './api';
import type { Payments } from './payments';
import type { Store } from './store';
import type { Account, Webhooks } from './webhooks';

/** One account with all that is its own. */
export type Tenant = {
  account: Account;
  store: Store;
  webhooks: Webhooks;
  payments: Payments;
  api: Api;
};

export type Tenants = ReadonlyMap<string, Tenant>;

export type Located = Tenant & { session: Stripe.Checkout.Session };

/** A session with the account it belongs to. */
export const locateSession = (tenants: Tenants, id: string): Located | null => {
  for (const tenant of tenants.values()) {
    const session = tenant.store.get('checkout.session', id);
    if (session !== undefined) return { ...tenant, session };
  }
  return null;
};
