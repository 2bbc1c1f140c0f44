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
  currency: string | null;
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
  const { amountTotal, amountRefunded, currency } = order;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <StateBadge state={order.state} />
      {amountTotal !== null && currency !== null && (
        <Line label={text('checkout.order.total')}>{money(amountTotal, currency)}</Line>
      )}
      {amountRefunded > 0 && currency !== null && (
        <Line label={text('checkout.order.refunded')}>{money(amountRefunded, currency)}</Line>
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
