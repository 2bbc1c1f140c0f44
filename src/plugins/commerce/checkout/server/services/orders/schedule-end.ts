import type Stripe from 'stripe';
import type { Snapshot } from '../provider/snapshot';
import { countInstalmentsLeft, countPeriodsSince, selectUndisputedInvoices } from './invoices';
import { getStripeId } from '../provider/client';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';

const SECONDS_PER_INTERVAL: Readonly<Record<string, number>> = {
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
};

/** Months differ in length, so a remainder below this share of a period is ignored. */
const IGNORED_REMAINDER = 0.15;

/** Columns of an order about its schedule. */
type ScheduleColumns = {
  instalments: number | null;
  scheduleId: string | null;
  scheduleEnd: string | null;
};

type PlannedOrder = ScheduleColumns & { id: number; subscriptionStatus: string | null };

type ChargeFacts = Pick<Snapshot, 'invoices' | 'payments' | 'instalmentAmount'>;

/** Returns how many instalments are neither paid nor charged yet, or were lost to a dispute. */
const countUnpaidInstalments = (charged: ChargeFacts, total: number): number =>
  countInstalmentsLeft(selectUndisputedInvoices(charged), {
    amount: charged.instalmentAmount,
    total,
  });

/**
 * Returns how many periods a schedule's phase needs to end with the last instalment: those already
 * charged and those that are left.
 */
export const countPhasePeriods = (
  charged: ChargeFacts,
  total: number,
  phaseStart: number,
): number =>
  Math.max(
    1,
    countUnpaidInstalments(charged, total) + countPeriodsSince(charged.invoices, phaseStart),
  );

/** Returns how many more periods the provider will charge before a subscription ends. */
const countRemainingPeriods = ({ cancel_at: end, items }: Stripe.Subscription): number | null => {
  const [item] = items.data;
  const recurring = item?.price.recurring;
  if (item === undefined || !recurring || end === null) return null;
  const length = (SECONDS_PER_INTERVAL[recurring.interval] ?? 0) * recurring.interval_count;
  return Math.max(0, Math.ceil((end - item.current_period_end) / length - IGNORED_REMAINDER));
};

/**
 * Returns whether a subscription ends when this service set it to. A different end was chosen by a
 * person, and stays.
 *
 * @param scheduleEnd null: unknown, and taken for the schedule's own
 */
export const isOwnEnd = (
  { cancel_at: end }: Pick<Stripe.Subscription, 'cancel_at'>,
  scheduleEnd: string | null,
): boolean => end === null || scheduleEnd === null || end * 1000 === Date.parse(scheduleEnd);

/**
 * Returns whether our schedule ends a subscription before or after its last instalment, or not at
 * all. This happens if an instalment brought no money, because of a credit or a pause.
 */
export const isScheduleWrong = (
  snapshot: ChargeFacts & Pick<Snapshot, 'subscription'>,
  { instalments, scheduleId, scheduleEnd }: ScheduleColumns,
): boolean => {
  const { subscription } = snapshot;
  if (instalments === null || scheduleId === null || subscription === null) return false;
  if (subscription.cancel_at_period_end) return false;
  if (subscription.cancel_at === null) return true;
  const isOurs =
    getStripeId(subscription.schedule) === scheduleId && isOwnEnd(subscription, scheduleEnd);
  if (!isOurs) return false;
  const coming = countRemainingPeriods(subscription);
  return coming !== null && coming !== countUnpaidInstalments(snapshot, instalments);
};

export const INSTALMENTS_JOB = 'checkout.instalments';

/**
 * States in which a subscription is charged and needs an end. Trials are not included: they charge
 * nothing, and a schedule made during one would count it as an instalment.
 */
export const WITHOUT_END = ['active', 'past_due', 'unpaid'] as const;

const isContinuing = ({ subscriptionStatus }: Pick<PlannedOrder, 'subscriptionStatus'>): boolean =>
  WITHOUT_END.some((status) => status === subscriptionStatus);

/**
 * Queues the job that ends the subscription of an order after its instalments. Call it in the
 * transaction that writes the order: without an end the customer would be charged beyond the last
 * instalment.
 *
 * @param hasWrongEnd whether the current end comes before or after the last instalment
 */
export const planInstalments = async (
  { strapi }: WithStrapi,
  order: PlannedOrder,
  hasWrongEnd: boolean,
): Promise<void> => {
  const { id, instalments, scheduleId } = order;
  if (instalments === null || !isContinuing(order)) return;
  if (scheduleId !== null && !hasWrongEnd) return;
  await getJobs({ strapi }).enqueue(INSTALMENTS_JOB, { order: id });
};
