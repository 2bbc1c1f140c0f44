import { Status, Typography } from '@strapi/design-system';
import { useTexts } from './texts';

const variants = { waiting: 'secondary', delivered: 'success', failed: 'danger' } as const;

export type State = keyof typeof variants;

const isState = (state: string): state is State => state in variants;

/** State of a delivery as a coloured label. */
export const DeliveryState = ({ state }: { state: string }) => {
  const text = useTexts();
  if (!isState(state)) return null;
  return (
    <Status variant={variants[state]} size="S" width="min-content">
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {text(`webhooks.state.${state}`)}
      </Typography>
    </Status>
  );
};
