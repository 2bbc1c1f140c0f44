import type Stripe from 'stripe';
import type { Api } from './api';
import type { Payments } from './payments';
import type { Store } from './store';
import type { Account, Webhooks } from './webhooks';

/** One account with its own state. */
export type Tenant = {
  account: Account;
  store: Store;
  webhooks: Webhooks;
  payments: Payments;
  api: Api;
};

export type Tenants = ReadonlyMap<string, Tenant>;

export type Located = Tenant & { session: Stripe.Checkout.Session };

export type LocatedPortal = Tenant & { portal: Stripe.BillingPortal.Session };

/** Returns a billing portal session with its account. */
export const locatePortal = (tenants: Tenants, id: string): LocatedPortal | null => {
  for (const tenant of tenants.values()) {
    const portal = tenant.store.get('billing_portal.session', id);
    if (portal !== undefined) return { ...tenant, portal };
  }
  return null;
};

/** Returns a checkout session with its account. */
export const locateSession = (tenants: Tenants, id: string): Located | null => {
  for (const tenant of tenants.values()) {
    const session = tenant.store.get('checkout.session', id);
    if (session !== undefined) return { ...tenant, session };
  }
  return null;
};
