import { Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useIntl } from 'react-intl';
import { useMoney } from './money';
import { StateBadge } from './StateBadge';
import { Timeline, type TimelineEntry } from './Timeline';
import { checkoutInEnglish, type CheckoutWord } from './words';

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
  const { formatMessage } = useIntl();
  const money = useMoney();
  const say = (id: CheckoutWord): string =>
    formatMessage({ id, defaultMessage: checkoutInEnglish[id] });
  const { amountTotal, amountRefunded, currency } = order;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <StateBadge state={order.state} />
      {amountTotal !== null && currency !== null && (
        <Line label={say('checkout.order.total')}>{money(amountTotal, currency)}</Line>
      )}
      {amountRefunded > 0 && currency !== null && (
        <Line label={say('checkout.order.refunded')}>{money(amountRefunded, currency)}</Line>
      )}
      <Line label={say('checkout.order.customer')}>{order.customerEmail}</Line>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography variant="sigma" textColor="neutral600">
          {say('checkout.order.history')}
        </Typography>
        <Timeline entries={order.timeline ?? []} />
      </Flex>
    </Flex>
  );
};

/** Beside an order's fields: what became of it, and when. */
export const OrderPanel: PanelComponent = ({ model, document }) => {
  const { formatMessage } = useIntl();
  if (model !== ORDER || document === undefined) return null;
  const id = 'checkout.order.title';
  return {
    title: formatMessage({ id, defaultMessage: checkoutInEnglish[id] }),
    content: <OrderSummary order={document as unknown as Order} />,
  };
};
