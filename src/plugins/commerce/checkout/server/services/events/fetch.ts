import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { createDeadline, type PaymentAccount } from '../provider/client';
import { storeEvent } from './receive';

const MINUTE = 60_000;

/** Of a hundred events each. */
const PAGES = 50;

/** How much later than by its own clock an event may be listed. */
const LATENESS = 10 * MINUTE;

/** The provider takes twenty names at once. */
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

/** Stores what is not known yet of the events since a moment, the latest first. */
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

/** Events that the provider could not deliver. */
export const fetchUndelivered = (
  context: WithStrapi,
  account: PaymentAccount,
  since: number,
): Promise<void> => fetchEvents(context, account, { since, pages: PAGES, delivery_success: false });

/** Until when every event of an account is known to be here. */
const seenUntil = ({ strapi }: WithStrapi, { name }: PaymentAccount) =>
  strapi.store({ type: 'plugin', name: 'checkout', key: `seen.${name}` });

/**
 * Events that came about since this was done last, delivered or not. That moment is in the database: one that has been put
 * back to an earlier state, or to a replica that lacked the last seconds, has an earlier one, and so gets what was
 * delivered to the other.
 *
 * @param range `now` by the database's clock; nothing from before `since` is asked for
 */
export const fetchUnseen = async (
  context: WithStrapi,
  account: PaymentAccount,
  { now, since }: { now: number; since: number },
): Promise<void> => {
  const seen = seenUntil(context, account);
  const until = Number((await seen.get({})) ?? 0);
  // Without end: where it stopped halfway, the older half would be missed for good.
  const range = { since: Math.max(until - LATENESS, since), pages: Infinity };
  await fetchEvents(context, account, range);
  await seen.set({ value: now });
};
