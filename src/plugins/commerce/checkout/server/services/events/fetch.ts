import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createCursorCheck } from '#platform/cursors';
import { createDeadline, type PaymentAccount } from '../provider/client';
import { isMissing } from '../provider/errors';
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

type EventRange = {
  since: number;
  pages: number;
  /** Id of the event after which the list begins; the latest events by default. */
  after?: string | undefined;
  /** Returns whether no time is left for another page. */
  isOver: () => boolean;
} & Pick<Stripe.EventListParams, 'delivery_success'>;

/**
 * Stores the unknown events since a moment, the latest first.
 *
 * @returns the id of the last event before the time was over; null if all events are stored
 */
const fetchEvents = async (
  { strapi }: WithStrapi,
  { name, client }: PaymentAccount,
  { since, pages, after: start, isOver, ...narrowed }: EventRange,
): Promise<string | null> => {
  const checkCursor = createCursorCheck();
  let after = start;
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
    if (!hasMore || after === undefined) return null;
    checkCursor(after);
    // Checked after a page, so that each call makes progress.
    if (isOver()) return after;
  }
  return null;
};

/** Fetches events that the provider could not deliver. */
export const fetchUndelivered = async (
  context: WithStrapi,
  account: PaymentAccount,
  range: Pick<EventRange, 'since' | 'isOver'>,
): Promise<void> => {
  await fetchEvents(context, account, { ...range, pages: PAGES, delivery_success: false });
};

const storeOf = ({ strapi }: WithStrapi, key: string) =>
  strapi.store({ type: 'plugin', name: 'checkout', key });

/** A fetch of all events since a moment that had no time left. */
type InterruptedFetch = {
  since: number;
  /** Moment at which it began: all events until then are fetched when it ends. */
  until: number;
  /** Id of the last stored event. */
  after: string;
};

/**
 * Fetches all events since the last call, delivered or not. The moment of the last call is stored
 * in the database. A restored database, or a replica that lost the last seconds, has an earlier
 * moment, and so receives the events that it lacks.
 *
 * A call without time left stores where it has stopped, and the next one continues there. If each
 * call started at the latest event, none would reach the older events of a large gap.
 *
 * @param range `now` by the database's clock; events from before `since` are not fetched
 */
export const fetchUnseen = async (
  context: WithStrapi,
  account: PaymentAccount,
  { now, since, isOver }: { now: number; since: number; isOver: () => boolean },
): Promise<void> => {
  const seen = storeOf(context, `seen.${account.name}`);
  const interruption = storeOf(context, `interrupted.${account.name}`);

  /** @returns whether everything is fetched */
  const fetchFrom = async (
    { since: from, until }: Omit<InterruptedFetch, 'after'>,
    after?: string,
  ): Promise<boolean> => {
    // No page limit: stopping halfway for good would lose the older half.
    const range = { since: from, pages: Infinity, after, isOver };
    const last = await fetchEvents(context, account, range);
    if (last === null) await seen.set({ value: until });
    else await interruption.set({ value: { since: from, until, after: last } });
    return last === null;
  };

  const interrupted = (await interruption.get({})) as InterruptedFetch | null;
  if (interrupted !== null) {
    const { after, ...range } = interrupted;
    // If the provider no longer has the last stored event, the fetch starts at the latest one.
    const isDone = await fetchFrom(range, after).catch((error: unknown) => {
      if (isMissing(error)) return true;
      throw error;
    });
    if (!isDone) return;
    await interruption.delete({});
  }
  const fetchedUntil = Number((await seen.get({})) ?? 0);
  await fetchFrom({ since: Math.max(fetchedUntil - LATENESS, since), until: now });
};
