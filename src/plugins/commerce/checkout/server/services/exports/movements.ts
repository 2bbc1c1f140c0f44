import { isCollected, isRefundUndone, type Payment } from '../provider/payments';
import type { Month } from './period';

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

const movementsOfPayment = (order: ExportedOrder, payment: Payment): Movement[] => {
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
export const movementsOf = (order: ExportedOrder, { start, end }: Month): Movement[] =>
  (order.payments ?? [])
    .filter(isCollected)
    .flatMap((payment) => movementsOfPayment(order, payment))
    .filter(({ at }) => at >= start && at < end);
