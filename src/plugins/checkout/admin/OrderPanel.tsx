import { Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useMoney } from './money';
import { StateBadge } from './StateBadge';
import { Timeline, type TimelineEntry } from './Timeline';
import { useTexts } from './texts';

export const ORDER = 'plugin::checkout.order';

type Order = {
  state: string;
  amountTotal: number | null;
  amountRefunded: number;
  amountDiscount: number | null;
  promotionCode: string | null;
  currency: string | null;
  instalments: number | null;
  instalmentsPaid: number | null;
  scheduleId: string | null;
  subscriptionStatus: string | null;
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

const OrderSummary = ({ order }: { order: Order }) => {
  const text = useTexts();
  const money = useMoney();
  const { amountTotal, amountRefunded, amountDiscount, promotionCode, currency } = order;
  const { instalments, instalmentsPaid, scheduleId, subscriptionStatus } = order;
  const isEndless = scheduleId === null && ![null, 'canceled'].includes(subscriptionStatus);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <StateBadge state={order.state} />
      {amountTotal !== null && currency !== null && (
        <Line label={text('checkout.order.total')}>{money(amountTotal, currency)}</Line>
      )}
      {promotionCode !== null && currency !== null && (
        <Line label={text('checkout.order.discount', { code: promotionCode })}>
          {money(amountDiscount ?? 0, currency)}
        </Line>
      )}
      {amountRefunded > 0 && currency !== null && (
        <Line label={text('checkout.order.refunded')}>{money(amountRefunded, currency)}</Line>
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
        <Timeline entries={order.timeline ?? []} />
      </Flex>
    </Flex>
  );
};

/** Beside an order's fields: what became of it, and when. */
export const OrderPanel: PanelComponent = ({ model, document }) => {
  const text = useTexts();
  if (model !== ORDER || document === undefined) return null;
  return {
    title: text('checkout.order.title'),
    content: <OrderSummary order={document as typeof document & Order} />,
  };
};
