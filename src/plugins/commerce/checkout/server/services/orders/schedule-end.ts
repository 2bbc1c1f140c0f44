import type Stripe from 'stripe';
import type { Snapshot } from '../provider/snapshot';
import { countInstalments, countPeriodsSince, keptInvoices } from './invoices';
import { idOf } from '../provider/client';

const SECONDS: Readonly<Record<string, number>> = {
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
};

/** Months are of different lengths, so a part of a period this small is none. */
const TOLERANCE = 0.15;

/** What an order remembers of its schedule. */
type Planned = {
  instalments: number | null;
  scheduleId: string | null;
  scheduleEnd: string | null;
};

type Charged = Pick<Snapshot, 'invoices' | 'payments' | 'instalmentAmount'>;

/** How many of a number of instalments are still to be charged: nobody pays those that the provider gave up or a dispute took. */
const leftOf = (charged: Charged, total: number): number => {
  const { instalmentAmount: amount, payments } = charged;
  const pending = payments.filter(({ status }) => status === 'pending');
  const debited = new Set(pending.map(({ intent }) => intent));
  return Math.max(0, total - countInstalments(keptInvoices(charged), { amount, debited }));
};

/**
 * In how many periods from its beginning the phase of a schedule ends with the last instalment: those that it has charged,
 * whatever they brought, and those that are left.
 */
export const periodsOfPhase = (charged: Charged, total: number, phaseStart: number): number =>
  Math.max(1, leftOf(charged, total) + countPeriodsSince(charged.invoices, phaseStart));

/** How many more periods the provider will charge before a subscription ends. */
const periodsToCome = ({ cancel_at: end, items }: Stripe.Subscription): number | null => {
  const [item] = items.data;
  const recurring = item?.price.recurring;
  if (item === undefined || !recurring || end === null) return null;
  const length = (SECONDS[recurring.interval] ?? 0) * recurring.interval_count;
  return Math.max(0, Math.ceil((end - item.current_period_end) / length - TOLERANCE));
};

/**
 * Whether the schedule of the instalments ends a subscription when it was set to. Another end was chosen by somebody, who knows
 * why: it stays.
 *
 * @param scheduleEnd null: not known, so it is taken for the schedule's own
 */
export const isOwnEnd = (
  { cancel_at: end }: Pick<Stripe.Subscription, 'cancel_at'>,
  scheduleEnd: string | null,
): boolean => end === null || scheduleEnd === null || end * 1000 === Date.parse(scheduleEnd);

/**
 * Whether the schedule that we gave a subscription ends it before or after its last instalment, for one of them brought
 * nothing (a credit paid it, or it was skipped by a pause), or whether nothing ends it any more.
 */
export const isScheduleWrong = (
  snapshot: Charged & Pick<Snapshot, 'subscription'>,
  { instalments, scheduleId, scheduleEnd }: Planned,
): boolean => {
  const { subscription } = snapshot;
  if (instalments === null || scheduleId === null || subscription === null) return false;
  if (subscription.cancel_at_period_end) return false;
  if (subscription.cancel_at === null) return true;
  const isOurs = idOf(subscription.schedule) === scheduleId && isOwnEnd(subscription, scheduleEnd);
  if (!isOurs) return false;
  const coming = periodsToCome(subscription);
  return coming !== null && coming !== leftOf(snapshot, instalments);
};
