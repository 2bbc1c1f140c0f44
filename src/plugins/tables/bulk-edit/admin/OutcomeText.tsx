import { Typography } from '@strapi/design-system';
import { useTexts } from './texts';
import type { Outcome } from './use-save-changes';

/** Shows the result of a row. */
export const OutcomeText = ({ outcome }: { outcome: Outcome | undefined }) => {
  const text = useTexts();
  if (outcome === undefined) return null;
  return outcome.kind === 'failed' ? (
    <Typography variant="pi" textColor="danger700" data-outcome="failed">
      {text('bulk-edit.failed', { reason: outcome.reason })}
    </Typography>
  ) : (
    <Typography variant="pi" textColor="success700" data-outcome={outcome.kind}>
      {text(`bulk-edit.${outcome.kind}`)}
    </Typography>
  );
};
