import { Status, Typography } from '@strapi/design-system';
import { useTexts } from './texts';

const variants = {
  open: 'secondary',
  complete: 'alternative',
  expired: 'neutral',
  paid: 'success',
  failed: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
  disputed: 'danger',
} as const;

export type OrderState = keyof typeof variants;

const isState = (state: string): state is OrderState => state in variants;

/** Shows the state of an order as a coloured badge. */
export const StateBadge = ({ state }: { state: string }) => {
  const text = useTexts();
  if (!isState(state)) return null;
  return (
    <Status variant={variants[state]} size="S" width="min-content">
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {text(`checkout.state.${state}`)}
      </Typography>
    </Status>
  );
};
