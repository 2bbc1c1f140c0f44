import { isCollected, isInquiry, isRefundUndone, type Payment } from '../provider/payments';
import type { Snapshot } from '../provider/snapshot';

/** Kinds of entries in an order's history, in the order of entries of the same time. */
const kinds = [
  'opened',
  'payment_pending',
  'payment_failed',
  'paid',
  'completed',
  'expired',
  'refunded',
  'refund_failed',
  'inquiry',
  'inquiry_closed',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'subscription_ended',
] as const;

type TimelineKind = (typeof kinds)[number];

export type TimelineEntry = {
  /** Unique within an order, so that no entry appears twice. */
  key: string;
  kind: TimelineKind;
  at: string;
  amount?: number;
  currency?: string;
  note?: string;
};

const secondsToIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const chargeKinds: Readonly<Record<string, TimelineKind | undefined>> = {
  succeeded: 'paid',
  pending: 'payment_pending',
  failed: 'payment_failed',
};

type DatedEntry = Omit<TimelineEntry, 'at'> & { at: number | null };

const buildDisputeEntries = (dispute: Payment['disputes'][number]): DatedEntry[] => {
  const { id, status, reason, at, amount, currency } = dispute;
  const money = { amount, currency };
  const isOnlyAsked = isInquiry(dispute) || status === 'warning_closed';
  const opened: DatedEntry = {
    // An inquiry that becomes a dispute keeps its id.
    key: isOnlyAsked ? `${id}:inquiry` : id,
    kind: isOnlyAsked ? 'inquiry' : 'disputed',
    at,
    ...money,
    note: reason,
  };
  // The provider does not say when a dispute ended.
  const ends: Readonly<Record<string, TimelineKind | undefined>> = {
    won: 'dispute_won',
    lost: 'dispute_lost',
    warning_closed: 'inquiry_closed',
  };
  const kind = ends[status];
  return kind === undefined
    ? [opened]
    : [opened, { key: `${id}:${status}`, kind, at: null, ...money }];
};

const refundEntries = (refund: Payment['refunds'][number]): DatedEntry[] => {
  const { id, at, amount, currency } = refund;
  const entry: DatedEntry = { key: id, kind: 'refunded', at, amount, currency };
  // The provider does not say when a refund failed.
  return isRefundUndone(refund)
    ? [entry, { key: `${id}:failed`, kind: 'refund_failed', at: null, amount, currency }]
    : [entry];
};

const buildPaymentEntries = (payment: Payment): DatedEntry[] => {
  const { id, at, captured, currency, failure, refunds, disputes } = payment;
  const isPaid = isCollected(payment);
  const status = payment.status === 'succeeded' && !isPaid ? 'pending' : payment.status;
  const amount = isPaid ? captured : payment.amount;
  const kind = chargeKinds[status];
  return [
    ...(kind === undefined
      ? []
      : [
          {
            key: `${id}:${status}`,
            kind,
            at,
            amount,
            currency,
            ...(failure !== null && { note: failure }),
          },
        ]),
    ...refunds.flatMap(refundEntries),
    ...disputes.flatMap(buildDisputeEntries),
  ];
};

/**
 * Returns the history of an order. It is rebuilt from the provider's data each time, so lost,
 * repeated and late events cannot corrupt it. Undated entries keep the time at which they were
 * first seen.
 */
export const buildTimeline = (
  { session, subscription, payments }: Snapshot,
  { previous, now }: { previous: readonly TimelineEntry[]; now: Date },
): TimelineEntry[] => {
  const seen = new Map(previous.map(({ key, at }) => [key, at]));
  const lastPaid = Math.max(
    ...payments.filter(isCollected).map(({ at }) => at),
    Number.NEGATIVE_INFINITY,
  );
  const firstPayment = payments.map(({ at }) => at).sort((a, b) => a - b)[0] ?? null;
  const dated: DatedEntry[] = [
    { key: 'opened', kind: 'opened', at: session.created },
    ...payments.flatMap(buildPaymentEntries),
    ...(session.status === 'complete'
      ? [
          {
            key: 'completed',
            kind: 'completed' as const,
            at: subscription === null && Number.isFinite(lastPaid) ? lastPaid : firstPayment,
          },
        ]
      : []),
    ...(session.status === 'expired'
      ? [
          {
            key: 'expired',
            kind: 'expired' as const,
            at: session.expires_at * 1000 <= now.getTime() ? session.expires_at : null,
          },
        ]
      : []),
    ...(subscription?.ended_at
      ? [
          {
            key: `${subscription.id}:ended`,
            kind: 'subscription_ended' as const,
            at: subscription.ended_at,
          },
        ]
      : []),
  ];
  return dated
    .map(({ at, ...entry }) => ({
      ...entry,
      at: at === null ? (seen.get(entry.key) ?? now.toISOString()) : secondsToIso(at),
    }))
    .sort(
      (a, b) =>
        a.at.localeCompare(b.at) ||
        kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
        a.key.localeCompare(b.key),
    );
};
