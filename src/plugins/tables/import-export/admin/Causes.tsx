import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { EntrySelect } from '../../bulk-edit/admin/EntrySelect';
import {
  isPlannedIn,
  MOST_CAUSES,
  type Cause,
  type CauseKey,
  type Decision,
  type DecisionKind,
  type Run,
} from '../runs';
import { useTexts } from './texts';

type Decide = (decision: Decision | null) => void;

const Decisions = ({ cause, isOpen, onDecide }: CauseProps) => {
  const text = useTexts();
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosen, setChosen] = useState('');
  const { decisions, decision, target } = cause;
  const start = (kind: DecisionKind): void => {
    setIsChoosing(kind === 'choose');
    if (kind !== 'choose') onDecide({ kind });
  };
  return (
    <>
      <Flex gap={2} wrap="wrap">
        {decisions.map((kind) => (
          <Button
            key={kind}
            size="S"
            variant={kind === decision?.kind ? 'default' : 'secondary'}
            aria-pressed={kind === decision?.kind}
            disabled={!isOpen}
            onClick={() => start(kind)}
          >
            {kind === 'choose' && decision?.kind === 'choose'
              ? text('import-export.decision.chosen', { name: decision.name ?? '' })
              : text(`import-export.decision.${kind}`)}
          </Button>
        ))}
        {decision !== null && (
          <Button size="S" variant="tertiary" disabled={!isOpen} onClick={() => onDecide(null)}>
            {text('import-export.decision.remove')}
          </Button>
        )}
      </Flex>
      {isChoosing && isOpen && target !== null && (
        <Box paddingTop={3}>
          <EntrySelect
            name="chosen"
            label={text('import-export.decision.entry')}
            short={text('import-export.decision.short')}
            none={text('import-export.decision.none')}
            target={target}
            value={chosen}
            onChange={(documentId) => {
              setChosen(documentId);
              if (documentId !== '') onDecide({ kind: 'choose', documentId });
            }}
          />
        </Box>
      )}
    </>
  );
};

type CauseProps = { cause: Cause; isOpen: boolean; onDecide: Decide };

const CauseCard = ({ cause, isOpen, onDecide }: CauseProps) => {
  const text = useTexts();
  const { code, column, value, count, rows, reason, decisions, decision } = cause;
  return (
    <Box
      tag="li"
      background={decision === null ? 'warning100' : 'neutral100'}
      padding={4}
      hasRadius
      data-cause={code}
    >
      <Typography tag="p" fontWeight="bold" style={{ overflowWrap: 'anywhere' }}>
        {text(`import-export.cause.${code}`, { count, column, value })}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {code !== 'NOT_FOUND' && `${reason} `}
        {text('import-export.cause.rows', { rows: rows.join(', '), count: count - rows.length })}
      </Typography>
      {decisions.length > 0 && (
        <Box paddingTop={2}>
          <Decisions cause={cause} isOpen={isOpen} onDecide={onDecide} />
        </Box>
      )}
    </Box>
  );
};

/** Lists the errors of a dry run by cause, with one decision for all rows. */
export const Causes = ({
  run,
  onDecide,
}: {
  run: Run;
  onDecide: (about: CauseKey & { decision: Decision | null }) => Promise<void>;
}) => {
  const text = useTexts();
  const [causes, setCauses] = useState(run.causes);
  // Runs list causes when they are checked. The list stays in place during the next check.
  if (run.state === 'checked' && causes !== run.causes) setCauses(run.causes);
  if (causes.length === 0 || !isPlannedIn(run)) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography tag="h2" variant="delta">
        {text('import-export.causes')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
        {causes.map((cause) => {
          const { code, column, value } = cause;
          return (
            <CauseCard
              key={JSON.stringify([code, column, value])}
              cause={cause}
              isOpen={run.state === 'checked'}
              onDecide={(decision) => void onDecide({ code, column, value, decision })}
            />
          );
        })}
      </Flex>
      {causes.length === MOST_CAUSES && (
        <Typography textColor="neutral600">
          {text('import-export.causes.more', { count: MOST_CAUSES })}
        </Typography>
      )}
    </Flex>
  );
};
