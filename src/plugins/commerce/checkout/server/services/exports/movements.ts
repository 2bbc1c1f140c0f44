import { DateTime, IANAZone } from 'luxon';
import { z } from '@strapi/utils';
import { isCollected, isRefundUndone, type Payment } from '../provider/payments';

/** Maximum number of months of one export. */
const MAX_MONTHS = 36;

const day = z.iso.date();

/** Query of an export: the first and the last day, in a time zone. */
export const periodSchema = z
  .object({
    from: day,
    to: day,
    timeZone: z.string().refine((name) => IANAZone.isValidZone(name)),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'] })
  .refine(
    ({ from, to }) =>
      DateTime.fromISO(to).diff(DateTime.fromISO(from), 'months').months <= MAX_MONTHS,
    { path: ['to'] },
  );

export type Period = z.infer<typeof periodSchema>;

/** Month of a period, limited to the period. Moments are in seconds since 1970. */
export type Month = {
  /** `2026-11` */
  name: string;
  start: number;
  /** Exclusive. */
  end: number;
};

/** Returns the months of a period, oldest first. */
export const listMonths = ({ from, to, timeZone }: Period): Month[] => {
  const end = DateTime.fromISO(to, { zone: timeZone }).plus({ days: 1 }).startOf('day');
  const months: Month[] = [];
  for (let start = DateTime.fromISO(from, { zone: timeZone }).startOf('day'); start < end;) {
    const next = DateTime.min(start.startOf('month').plus({ months: 1 }), end);
    months.push({
      name: start.toFormat('yyyy-MM'),
      start: start.toSeconds(),
      end: next.toSeconds(),
    });
    start = next;
  }
  return months;
};

/** An order as an export reads it. */
export type ExportedOrder = {
  id: number;
  sessionId: string;
  productTitle: string;
  productSKU: string;
  productDocumentId: string;
  vertical: string;
  origin: string;
  customerEmail: string | null;
  payments: readonly Payment[] | null;
};

/** Money that moved in an order. Amounts are in the currency's smallest unit. */
export type Movement = {
  kind: 'payment' | 'refund' | 'dispute';
  /** In seconds since 1970. */
  at: number;
  /** The provider's id of the charge, refund or dispute. */
  id: string;
  order: ExportedOrder;
  currency: string;
  amount: number;
  /** Tax in a payment. Null: unknown, or no payment. */
  tax: number | null;
};

const listPaymentMovements = (order: ExportedOrder, payment: Payment): Movement[] => {
  const { id, at, currency } = payment;
  const refunds = payment.refunds.filter((refund) => !isRefundUndone(refund));
  return [
    {
      kind: 'payment',
      at,
      id,
      order,
      currency,
      amount: payment.captured,
      tax: payment.tax ?? null,
    },
    ...refunds.map((refund): Movement => ({ kind: 'refund', order, tax: null, ...refund })),
    // The provider may report a sum without the single refunds. Listed refunds may have failed.
    ...(payment.refunds.length === 0 && payment.refunded > 0
      ? [{ kind: 'refund' as const, at, id, order, currency, amount: payment.refunded, tax: null }]
      : []),
    ...payment.disputes
      .filter(({ status }) => status === 'lost')
      .map((dispute): Movement => ({ kind: 'dispute', order, tax: null, ...dispute })),
  ];
};

/** Returns the payments, refunds and lost disputes of an order in a month. */
export const listMovements = (order: ExportedOrder, { start, end }: Month): Movement[] =>
  (order.payments ?? [])
    .filter(isCollected)
    .flatMap((payment) => listPaymentMovements(order, payment))
    .filter(({ at }) => at >= start && at < end);

/** Sums of a month, per payment account and currency, in the currency's smallest unit. */
export type Sum = {
  month: string;
  account: string;
  currency: string;
  payments: number;
  paid: number;
  tax: number;
  /** Number of payments whose tax is unknown. They add nothing to `tax`. */
  untaxed: number;
  refunded: number;
  /** Lost to disputes. */
  lost: number;
};

const addMovement = (sum: Sum, { kind, amount, tax }: Movement): Sum => {
  if (kind === 'refund') return { ...sum, refunded: sum.refunded + amount };
  if (kind === 'dispute') return { ...sum, lost: sum.lost + amount };
  return {
    ...sum,
    payments: sum.payments + 1,
    paid: sum.paid + amount,
    tax: sum.tax + (tax ?? 0),
    untaxed: sum.untaxed + (tax === null ? 1 : 0),
  };
};

/** Returns the sums of a month's movements, sorted by account and currency. */
export const sumMovements = (month: string, movements: readonly Movement[]): Sum[] => {
  const sums = new Map<string, Sum>();
  for (const movement of movements) {
    const { currency } = movement;
    const account = movement.order.origin;
    const key = `${account} ${currency}`;
    const sum = sums.get(key) ?? {
      ...{ month, account, currency, payments: 0, paid: 0, tax: 0 },
      ...{ untaxed: 0, refunded: 0, lost: 0 },
    };
    sums.set(key, addMovement(sum, movement));
  }
  return [...sums.values()].toSorted(
    (first, other) =>
      first.account.localeCompare(other.account) || first.currency.localeCompare(other.currency),
  );
};
