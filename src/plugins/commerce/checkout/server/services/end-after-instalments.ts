import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { computeStableHash } from './coordination';
import type { OrderRow } from './orders/order-row';
import {
  createDeadline,
  type Deadline,
  getStripeId,
  type PaymentAccount,
  findPaymentAccount,
} from './provider/client';
import { uids } from '../types';
import { fetchInvoices, type Snapshot, fetchSoldAmount } from './provider/snapshot';
import { isScheduleWrong, countPhasePeriods, WITHOUT_END } from './orders/schedule-end';

type Subscription = Stripe.Subscription;
type Schedule = Stripe.SubscriptionSchedule;
type ChargeFacts = Pick<Snapshot, 'invoices' | 'payments' | 'instalmentAmount'>;

/** Returns the schedule of a subscription, or creates one from the subscription as it is. */
const scheduleOf = (
  { client, name }: PaymentAccount,
  { id, schedule }: Subscription,
  { scheduleId }: OrderRow,
  deadline: Deadline,
): Promise<Schedule> => {
  const existingId = getStripeId(schedule);
  // The old id is part of the key: a schedule that was released at the provider needs a new one.
  const idempotencyKey = computeStableHash([name, 'schedule', id, scheduleId]);
  return deadline.call((options) =>
    existingId === null
      ? client.subscriptionSchedules.create(
          { from_subscription: id },
          { ...options, idempotencyKey },
        )
      : client.subscriptionSchedules.retrieve(existingId, {}, options),
  );
};

type Phase = Schedule['phases'][number];
type PhaseParameters = Stripe.SubscriptionScheduleUpdateParams.Phase;

const hasAny = <T>(list: readonly T[] | null | undefined): list is readonly T[] =>
  list !== undefined && list !== null && list.length > 0;

/**
 * Returns the current discounts of a subscription or of its item, so that replacing the phase keeps
 * them. The phase itself may still list discounts that have ended, and would grant them again.
 */
const pickDiscounts = ({
  discounts,
}: Pick<Subscription, 'discounts'>): { discounts?: { discount: string }[] } => {
  const ids = discounts.flatMap((discount) => getStripeId(discount) ?? []);
  return ids.length === 0 ? {} : { discounts: ids.map((discount) => ({ discount })) };
};

/** Returns the taxes and the way of payment of a phase, so that replacing the phase keeps them. */
const pickTerms = ({
  automatic_tax: automaticTax,
  collection_method: collection,
  default_payment_method: paymentMethod,
  default_tax_rates: taxRates,
  invoice_settings: invoicing,
}: Phase): Partial<PhaseParameters> => {
  const method = getStripeId(paymentMethod);
  const days = invoicing?.days_until_due ?? null;
  return {
    ...(automaticTax?.enabled === true && { automatic_tax: { enabled: true } }),
    ...(collection !== null && { collection_method: collection }),
    ...(method !== null && { default_payment_method: method }),
    ...(hasAny(taxRates) && { default_tax_rates: taxRates.map(({ id }) => id) }),
    ...(days !== null && { invoice_settings: { days_until_due: days } }),
  };
};

/** Returns the tax rates of a price in a phase, which replace those of the phase. */
const pickTaxRates = ({ items }: Phase, priceId: string): { tax_rates?: string[] } => {
  const taxRates = items.find(({ price }) => getStripeId(price) === priceId)?.tax_rates;
  return hasAny(taxRates) ? { tax_rates: taxRates.map(({ id }) => id) } : {};
};

/**
 * Limits a schedule to the periods that are left, and ends the subscription after them. Schedules
 * that the provider makes from a subscription renew their phases for ever.
 *
 * Source: https://docs.stripe.com/billing/subscriptions/subscription-schedules/use-cases
 * (installment plans)
 */
const limit = async (
  account: PaymentAccount,
  {
    order,
    subscription,
    schedule,
    charged,
  }: { order: OrderRow; subscription: Subscription; schedule: Schedule; charged: ChargeFacts },
  deadline: Deadline,
): Promise<Schedule> => {
  const { client, name } = account;
  const phase = schedule.phases.at(-1);
  const [item] = subscription.items.data;
  const recurring = item?.price.recurring;
  if (phase === undefined || item === undefined || !recurring || order.instalments === null) {
    throw new Error(`Subscription ${subscription.id} is not paid in instalments`);
  }
  const periods = countPhasePeriods(charged, order.instalments, phase.start_date);
  const parameters: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'cancel',
    proration_behavior: 'none',
    metadata: { order: order.documentId },
    phases: [
      {
        ...pickTerms(phase),
        items: [
          {
            price: item.price.id,
            quantity: item.quantity ?? 1,
            ...pickTaxRates(phase, item.price.id),
            ...pickDiscounts(item),
          },
        ],
        start_date: phase.start_date,
        duration: {
          interval: recurring.interval,
          interval_count: recurring.interval_count * periods,
        },
        proration_behavior: 'none',
        // Without it, the phase would use the currency of the price.
        ...(subscription.currency !== item.price.currency && { currency: subscription.currency }),
        ...pickDiscounts(subscription),
      },
    ],
  };
  // The current end is part of the key: if the end moves back and forth, the provider would replay
  // an earlier answer and change nothing.
  const idempotencyKey = computeStableHash([
    name,
    'limit',
    schedule.id,
    subscription.cancel_at,
    parameters,
  ]);
  return deadline.call((options) =>
    client.subscriptionSchedules.update(schedule.id, parameters, { ...options, idempotencyKey }),
  );
};

/**
 * Makes the subscription of an order end after its instalments. Repeated calls have no effect. A
 * schedule that already ends after the last instalment is not changed.
 *
 * @throws an error of the provider
 */
export const endAfterInstalments = async (
  { strapi }: WithStrapi,
  orderId: number,
): Promise<void> => {
  const orders = getTable<OrderRow>({ strapi }, uids.order);
  const order = await orders.findOne({ where: { id: orderId } });
  if (order === null) return;
  const { instalments, subscriptionId, origin } = order;
  if (instalments === null || subscriptionId === null) return;
  const account = findPaymentAccount({ strapi }, origin);
  if (account === undefined) throw new Error(`No payment account ${origin} is configured`);
  const deadline = createDeadline({ strapi });
  const subscription = await deadline.call((options) =>
    account.client.subscriptions.retrieve(subscriptionId, {}, options),
  );
  const goesOn = WITHOUT_END.some((status) => status === subscription.status);
  // A customer who has cancelled is not charged again, and the provider makes no schedule for such
  // a subscription.
  if (!goesOn || subscription.cancel_at_period_end) return;
  const schedule = await scheduleOf(account, subscription, order, deadline);
  const charged: ChargeFacts = {
    invoices: await fetchInvoices(account, subscriptionId, deadline),
    payments: order.payments ?? [],
    instalmentAmount: await fetchSoldAmount(account, subscription, order, deadline),
  };
  const scheduleEnd = order.scheduleId === schedule.id ? order.scheduleEnd : null;
  const hasWrongEnd =
    subscription.cancel_at !== null &&
    isScheduleWrong(
      { ...charged, subscription },
      { instalments, scheduleId: schedule.id, scheduleEnd },
    );
  const data: Partial<OrderRow> = { scheduleId: schedule.id };
  if (schedule.end_behavior !== 'cancel' || hasWrongEnd) {
    // Clears the stored end first: a concurrent sync must not take the new end for one that a
    // person chose.
    const { count } = await orders.updateMany({
      where: { id: orderId, version: order.version },
      data: { scheduleEnd: null, version: order.version + 1 },
    });
    if (count === 0) throw new Error(`Order ${order.documentId} changed while it was read`);
    const limited = await limit(account, { order, subscription, schedule, charged }, deadline);
    const end = limited.phases.at(-1)?.end_date;
    if (end !== undefined) data.scheduleEnd = new Date(end * 1000).toISOString();
  }
  await orders.updateMany({ where: { id: orderId }, data });
};
