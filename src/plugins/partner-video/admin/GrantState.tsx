import { Status, Typography } from '@strapi/design-system';
import { useTexts } from './texts';

const variants = {
  asked: 'secondary',
  granted: 'success',
  refused: 'neutral',
  failed: 'neutral',
  unknown: 'warning',
} as const;

type State = keyof typeof variants;

const isState = (state: string): state is State => state in variants;

/** State of an access as a coloured label. */
export const GrantState = ({ state }: { state: string }) => {
  const text = useTexts();
  if (!isState(state)) return null;
  return (
    <Status variant={variants[state]} size="S" width="min-content">
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {text(`partner-video.state.${state}`)}
      </Typography>
    </Status>
  );
};
