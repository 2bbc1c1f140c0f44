import { Box, Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { type AccessFacts, computeAccess, ENDED_STATUSES, isOpenAt } from '../access';
import { StateBadge, useFormatTime, useMoney } from './order-values';
import { isMessage, useTexts } from './texts';

type TimelineEntry = {
  key: string;
  kind: string;
  at: string;
  amount?: number;
  currency?: string;
};

const colours: Readonly<Record<string, string>> = {
  paid: 'success600',
  completed: 'success600',
  dispute_won: 'success600',
  payment_failed: 'danger600',
  disputed: 'danger600',
  refund_failed: 'danger600',
  inquiry: 'warning600',
  dispute_lost: 'danger600',
  refunded: 'warning600',
};

/** Shows the history of an order, oldest first. */
const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => {
  const { formatTime } = useFormatTime();
  const text = useTexts();
  const money = useMoney();
  return (
    <Flex tag="ol" direction="column" alignItems="stretch" gap={3} data-order-timeline>
      {entries.map(({ key, kind, at, amount, currency }) => {
        const id = `checkout.event.${kind}`;
        return (
          <Flex tag="li" key={key} gap={3} alignItems="flex-start">
            <Box
              background={colours[kind] ?? 'neutral400'}
              hasRadius
              aria-hidden
              style={{ width: 8, height: 8, marginTop: 6, flex: 'none', borderRadius: '50%' }}
            />
            <Flex direction="column" alignItems="flex-start">
              <Typography variant="omega" fontWeight="semiBold">
                {isMessage(id) ? text(id) : kind}
              </Typography>
              {amount !== undefined && currency !== undefined && (
                <Typography variant="pi">{money(amount, currency)}</Typography>
              )}
              <Typography variant="pi" textColor="neutral600">
                {formatTime(at)}
              </Typography>
            </Flex>
          </Flex>
        );
      })}
    </Flex>
  );
};

export const ORDER = 'plugin::checkout.order';

type Amounts = {
  paid: number;
  refunded: number;
  disputed: number;
  presentment: { currency: string; paid: number; refunded: number } | null;
};

type Order = AccessFacts & {
  state: string;
  amounts: Amounts | null;
  refundStatus: string | null;
  disputePhase: string | null;
  disputeDueBy: string | null;
  resumesAt: string | null;
  amountTotal: number | null;
  amountRefunded: number;
  amountDiscount: number | null;
  promotionCode: string | null;
  currency: string | null;
  scheduleId: string | null;
  customerEmail: string;
  timeline: TimelineEntry[] | null;
};

const Line = ({ label, children }: { label: string; children: string }) => (
  <Flex direction="column" alignItems="flex-start">
    <Typography variant="pi" textColor="neutral600">
      {label}
    </Typography>
    <Typography variant="omega" fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </Flex>
);

const AccessLine = ({ order }: { order: Order }) => {
  const text = useTexts();
  const { formatTime } = useFormatTime();
  const { until, ...access } = computeAccess(order);
  const isOpen = isOpenAt({ ...access, until }, new Date());
  const time = until === null ? '' : formatTime(until);
  const id = isOpen ? 'granted' : 'none';
  return (
    <Line label={text('checkout.order.access')}>
      {until === null
        ? text(`checkout.order.access.${id}`)
        : text(isOpen ? 'checkout.order.access.until' : 'checkout.order.access.ended', { time })}
    </Line>
  );
};

const phases = ['inquiry', 'open', 'won', 'lost'] as const;

const DisputeLine = ({ order }: { order: Order }) => {
  const text = useTexts();
  const money = useMoney();
  const { formatTime } = useFormatTime();
  const { amounts, currency, disputeDueBy } = order;
  const phase = phases.find((item) => item === order.disputePhase);
  if (phase === undefined || amounts === null || currency === null) return null;
  const amount = money(amounts.disputed, currency);
  return (
    <Line label={text(`checkout.order.dispute.${phase}`)}>
      {disputeDueBy === null
        ? amount
        : text('checkout.order.dispute.due', {
            amount,
            time: formatTime(disputeDueBy),
          })}
    </Line>
  );
};

const AmountLines = ({ order }: { order: Order }) => {
  const text = useTexts();
  const money = useMoney();
  const { amountTotal, amountRefunded, amounts, refundStatus, currency } = order;
  if (currency === null) return null;
  const presentment = amounts?.presentment ?? null;
  const refunded = amounts?.refunded ?? amountRefunded;
  /** Formats an amount in the order's currency and, in brackets, in the customer's. */
  const formatBothAmounts = (amount: number, presented: number | undefined): string =>
    presentment === null || presented === undefined
      ? money(amount, currency)
      : `${money(amount, currency)} (${money(presented, presentment.currency)})`;
  return (
    <>
      {amountTotal !== null && (
        <Line
          label={text(
            order.mode === 'subscription' ? 'checkout.order.first-payment' : 'checkout.order.total',
          )}
        >
          {money(amountTotal, currency)}
        </Line>
      )}
      {amounts !== null && amounts.paid > 0 && (
        <Line label={text('checkout.order.paid')}>
          {formatBothAmounts(amounts.paid, presentment?.paid)}
        </Line>
      )}
      {refunded > 0 && (
        <Line
          label={text(
            refundStatus === 'pending'
              ? 'checkout.order.refund-pending'
              : 'checkout.order.refunded',
          )}
        >
          {formatBothAmounts(refunded, presentment?.refunded)}
        </Line>
      )}
      {refundStatus === 'failed' && (
        <Typography variant="pi" textColor="danger600">
          {text('checkout.order.refund-failed')}
        </Typography>
      )}
    </>
  );
};

const OrderSummary = ({ order }: { order: Order }) => {
  const text = useTexts();
  const money = useMoney();
  const { zone, formatTime } = useFormatTime();
  const { amountDiscount, promotionCode, currency, pauseMode, resumesAt } = order;
  const { instalments, instalmentsPaid, scheduleId, subscriptionStatus } = order;
  // An ended subscription needs no end.
  const isEndless =
    scheduleId === null &&
    subscriptionStatus !== null &&
    !ENDED_STATUSES.includes(subscriptionStatus);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <StateBadge state={order.state} />
      <AccessLine order={order} />
      {['past_due', 'unpaid'].includes(subscriptionStatus ?? '') && (
        <Typography variant="pi" textColor="danger600">
          {text('checkout.order.renewal-failed')}
        </Typography>
      )}
      <AmountLines order={order} />
      {promotionCode !== null && currency !== null && (
        <Line label={text('checkout.order.discount', { code: promotionCode })}>
          {money(amountDiscount ?? 0, currency)}
        </Line>
      )}
      <DisputeLine order={order} />
      {pauseMode !== null && (
        <Line label={text('checkout.order.pause')}>
          {resumesAt === null
            ? text('checkout.order.pause.open')
            : text('checkout.order.pause.until', {
                time: formatTime(resumesAt, {}),
              })}
        </Line>
      )}
      {instalments !== null && (
        <Line label={text('checkout.order.instalments')}>
          {text(
            isEndless ? 'checkout.order.instalments.endless' : 'checkout.order.instalments.paid',
            { paid: instalmentsPaid ?? 0, total: instalments },
          )}
        </Line>
      )}
      <Line label={text('checkout.order.customer')}>{order.customerEmail}</Line>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography variant="sigma" textColor="neutral600">
          {text('checkout.order.history')}
        </Typography>
        {zone !== undefined && (
          <Typography variant="pi" textColor="neutral600">
            {text('checkout.order.zone', { zone })}
          </Typography>
        )}
        <Timeline entries={order.timeline ?? []} />
      </Flex>
    </Flex>
  );
};

/** Shows the state, access, amounts and history of an order beside its fields. */
export const OrderPanel: PanelComponent = ({ model, document }) => {
  const text = useTexts();
  if (model !== ORDER || document === undefined) return null;
  return {
    title: text('checkout.order.title'),
    content: <OrderSummary order={document as typeof document & Order} />,
  };
};
