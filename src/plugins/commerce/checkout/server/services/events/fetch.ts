import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { createDeadline, type PaymentAccount } from '../provider/client';
import { storeEvent } from './receive';

const MINUTE = 60_000;

/** Maximum number of pages of a hundred events. */
const PAGES = 50;

/** How late an event may appear in the list, compared with its own timestamp. */
const LATENESS = 10 * MINUTE;

/** The provider accepts at most twenty types per request. */
const TYPES = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'price.created',
  'price.updated',
  'price.deleted',
  'product.created',
  'product.updated',
  'product.deleted',
];

type Wanted = { since: number; pages: number } & Pick<Stripe.EventListParams, 'delivery_success'>;

/** Stores the unknown events since a moment, the latest first. */
const fetchEvents = async (
  { strapi }: WithStrapi,
  { name, client }: PaymentAccount,
  { since, pages, ...narrowed }: Wanted,
): Promise<void> => {
  let after: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const deadline = createDeadline({ strapi });
    const { data, has_more: hasMore } = await deadline.call((options) =>
      client.events.list(
        {
          ...narrowed,
          created: { gte: Math.floor(since / 1000) },
          types: TYPES,
          limit: 100,
          ...(after !== undefined && { starting_after: after }),
        },
        options,
      ),
    );
    for (const event of data) await storeEvent({ strapi }, name, event);
    after = data.at(-1)?.id;
    if (!hasMore) return;
  }
};

/** Fetches events that the provider could not deliver. */
export const fetchUndelivered = (
  context: WithStrapi,
  account: PaymentAccount,
  since: number,
): Promise<void> => fetchEvents(context, account, { since, pages: PAGES, delivery_success: false });

/** Returns the store of the moment up to which all events of an account have been fetched. */
const seenUntil = ({ strapi }: WithStrapi, { name }: PaymentAccount) =>
  strapi.store({ type: 'plugin', name: 'checkout', key: `seen.${name}` });

/**
 * Fetches all events since the last call, delivered or not. The moment of the last call is stored
 * in the database. A restored database, or a replica that lost the last seconds, has an earlier
 * moment, and so receives the events that it lacks.
 *
 * @param range `now` by the database's clock; events from before `since` are not fetched
 */
export const fetchUnseen = async (
  context: WithStrapi,
  account: PaymentAccount,
  { now, since }: { now: number; since: number },
): Promise<void> => {
  const seen = seenUntil(context, account);
  const until = Number((await seen.get({})) ?? 0);
  // No page limit: stopping halfway would lose the older half for good.
  const range = { since: Math.max(until - LATENESS, since), pages: Infinity };
  await fetchEvents(context, account, range);
  await seen.set({ value: now });
};
