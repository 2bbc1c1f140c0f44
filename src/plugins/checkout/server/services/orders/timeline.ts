import type { Snapshot } from '../provider/snapshot';

/** What people may read in an order's history. */
export type TimelineKind =
  | 'opened'
  | 'payment_pending'
  | 'payment_failed'
  | 'paid'
  | 'completed'
  | 'expired'
  | 'refunded'
  | 'disputed'
  | 'dispute_won'
  | 'dispute_lost'
  | 'subscription_ended';

export type TimelineEntry = {
  /** Unique within an order, so that no event stands in a history twice. */
  key: string;
  kind: TimelineKind;
  at: string;
  amount?: number;
  currency?: string;
  note?: string;
};

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const rank: readonly TimelineKind[] = [
  'opened',
  'payment_pending',
  'payment_failed',
  'paid',
  'completed',
  'expired',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'subscription_ended',
];

const chargeKinds: Readonly<Record<string, TimelineKind | undefined>> = {
  succeeded: 'paid',
  pending: 'payment_pending',
  failed: 'payment_failed',
};

type Dated = Omit<TimelineEntry, 'at'> & { at: number | null };

const chargeEntries = ({ charge, disputes }: Snapshot['charges'][number]): Dated[] => {
  const money = { amount: charge.amount, currency: charge.currency };
  const kind = chargeKinds[charge.status];
  return [
    ...(kind === undefined
      ? []
      : [
          {
            key: `${charge.id}:${charge.status}`,
            kind,
            at: charge.created,
            ...money,
            ...(charge.failure_code !== null && { note: charge.failure_code }),
          },
        ]),
    ...(charge.refunds?.data ?? [])
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .map((refund) => ({
        key: refund.id,
        kind: 'refunded' as const,
        at: refund.created,
        amount: refund.amount,
        currency: refund.currency,
      })),
    ...disputes.flatMap((dispute): Dated[] => {
      const of = { amount: dispute.amount, currency: dispute.currency };
      const opened: Dated = {
        key: dispute.id,
        kind: 'disputed',
        at: dispute.created,
        ...of,
        note: dispute.reason,
      };
      // The provider does not say when a dispute ended.
      if (dispute.status === 'won') {
        return [opened, { key: `${dispute.id}:won`, kind: 'dispute_won', at: null, ...of }];
      }
      if (dispute.status === 'lost') {
        return [opened, { key: `${dispute.id}:lost`, kind: 'dispute_lost', at: null, ...of }];
      }
      return [opened];
    }),
  ];
};

/**
 * The history of an order. It is made anew from what the provider holds, never appended to, so neither
 * lost nor repeated nor late events can spoil it. What the provider does not date keeps the time at which
 * it was first seen.
 */
export const timelineOf = (
  { session, subscription, charges }: Snapshot,
  { known, now }: { known: readonly TimelineEntry[]; now: Date },
): TimelineEntry[] => {
  const seen = new Map(known.map(({ key, at }) => [key, at]));
  const lastPaid = Math.max(
    ...charges.filter(({ charge }) => charge.paid).map(({ charge }) => charge.created),
    Number.NEGATIVE_INFINITY,
  );
  const firstPayment = charges.map(({ charge }) => charge.created).sort((a, b) => a - b)[0] ?? null;
  const dated: Dated[] = [
    { key: 'opened', kind: 'opened', at: session.created },
    ...charges.flatMap(chargeEntries),
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
      at: at === null ? (seen.get(entry.key) ?? now.toISOString()) : iso(at),
    }))
    .sort(
      (a, b) =>
        a.at.localeCompare(b.at) ||
        rank.indexOf(a.kind) - rank.indexOf(b.kind) ||
        a.key.localeCompare(b.key),
    );
};
