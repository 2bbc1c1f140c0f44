import { Box, Flex, Typography } from '@strapi/design-system';
import { useMoney } from './money';
import { isMessage, useTexts } from './texts';
import { useFormatTime } from './use-format-time';

export type TimelineEntry = {
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
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => {
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
