import type Stripe from 'stripe';
import { checkoutErrors } from '../../../contract';
import { httpError } from '../../../../../http/errors';
import { stableHash } from '../stable-hash';
import { withLease } from '../lease';
import type { WithStrapi } from '../../types';
import type { PaymentAccount } from './payment-accounts';
import type { Deadline } from './deadline';

const oldest = (customers: readonly Stripe.Customer[]): Stripe.Customer | undefined =>
  [...customers].sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))[0];

const find = async ({ client }: PaymentAccount, email: string, deadline: Deadline) => {
  const exact = await deadline.call((options) =>
    client.customers.list({ email, limit: 100 }, options),
  );
  if (exact.data.length > 0) return oldest(exact.data);
  // The list compares letter by letter; the search finds who was entered as Ana@Example.com elsewhere.
  const quoted = email.replace(/[\\'"]/g, '\\$&');
  const alike = await deadline.call((options) =>
    client.customers.search({ query: `email:"${quoted}"`, limit: 100 }, options),
  );
  return oldest(alike.data.filter((customer) => customer.email?.toLowerCase() === email));
};

/** The customer of an e-mail address at the provider, made if there is none; one, whoever asks at once. */
export const customerFor = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  email: string,
  deadline: Deadline,
): Promise<string> =>
  withLease(
    { strapi },
    {
      name: `customer:${stableHash([account.name, email])}`,
      milliseconds: deadline.total + 5_000,
      patience: Math.max(0, deadline.remaining()),
      onBusy: () => httpError(checkoutErrors.PROVIDER_TIMEOUT),
    },
    async () => {
      const found = await find(account, email, deadline);
      if (found !== undefined) return found.id;
      const made = await deadline.call((options) =>
        account.client.customers.create({ email }, options),
      );
      return made.id;
    },
  );
