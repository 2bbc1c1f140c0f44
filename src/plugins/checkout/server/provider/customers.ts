import type Stripe from 'stripe';
import { checkoutFailures } from '../../contract';
import { failure } from '../../../../http/errors';
import { digest } from '../digest';
import { withLease } from '../lease';
import type { WithStrapi } from '../types';
import type { Account } from './accounts';
import type { Budget } from './budget';

const oldest = (customers: readonly Stripe.Customer[]): Stripe.Customer | undefined =>
  [...customers].sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))[0];

const find = async ({ client }: Account, email: string, budget: Budget) => {
  const exact = await budget.call((options) =>
    client.customers.list({ email, limit: 100 }, options),
  );
  if (exact.data.length > 0) return oldest(exact.data);
  // The list compares letter by letter; the search finds who was entered as Ana@Example.com elsewhere.
  const quoted = email.replace(/[\\'"]/g, '\\$&');
  const alike = await budget.call((options) =>
    client.customers.search({ query: `email:"${quoted}"`, limit: 100 }, options),
  );
  return oldest(alike.data.filter((customer) => customer.email?.toLowerCase() === email));
};

/** The customer of an e-mail address at the provider, made if there is none; one, whoever asks at once. */
export const customerFor = async (
  { strapi }: WithStrapi,
  account: Account,
  email: string,
  budget: Budget,
): Promise<string> =>
  withLease(
    { strapi },
    {
      name: `customer:${digest([account.name, email])}`,
      milliseconds: budget.total + 5_000,
      patience: Math.max(0, budget.remaining()),
      onBusy: () => failure(checkoutFailures.PROVIDER_TIMEOUT),
    },
    async () => {
      const found = await find(account, email, budget);
      if (found !== undefined) return found.id;
      const made = await budget.call((options) =>
        account.client.customers.create({ email }, options),
      );
      return made.id;
    },
  );
