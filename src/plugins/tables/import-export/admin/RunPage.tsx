import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Box, Button, Flex, LinkButton, Typography, Modal } from '@strapi/design-system';
import { Page, useFetchClient } from '@strapi/strapi/admin';
import { DownloadButton } from '#platform/admin/DownloadButton';
import { SubPage } from '#platform/admin/SubPage';
import {
  activeStates,
  endedStates,
  isPlannedIn,
  outcomes,
  type Run,
  type UndoCounts,
} from '../runs';
import { IMPORT_EXPORT } from './links';
import { Causes, Questions, UnknownColumns } from './Questions';
import { ItemTable } from './ItemTable';
import { SourceNote } from './SourceNote';
import { useTexts } from './texts';
import { useRun, useRunName, type RunAction, type ShownItems } from './use-runs';
import { useIntl } from 'react-intl';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useModalFocus, ModalHeading } from '#platform/admin/ModalHeading';

type DialogProps = {
  run: Run;
  counts: UndoCounts;
  onUndo: () => void;
  onClose: () => void;
};

const UndoDialog = ({ run, counts, onUndo, onClose }: DialogProps) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const { onFocus } = useModalFocus();
  const count = counts.created + counts.changed;
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content {...onFocus} data-undo>
        <ModalHeading>{text('import-export.undo.title')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={2}>
            {(['created', 'changed', 'kept'] as const).map((name) => (
              <Typography key={name} {...(name === 'kept' && counts.kept > 0 && warning)}>
                {text(`import-export.undo.${name}`, { count: counts[name] })}
              </Typography>
            ))}
            {counts.unrecorded > 0 && (
              <Typography {...warning}>
                {text('import-export.undo.unrecorded', { count: counts.unrecorded })}
              </Typography>
            )}
            {run.mode === 'publish' && (
              <Typography>{text('import-export.undo.published')}</Typography>
            )}
            <Typography textColor="neutral600">
              {text('import-export.undo.until', {
                date: formatDate(counts.until, { dateStyle: 'medium' }),
              })}
            </Typography>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('import-export.undo.cancel')}
          </Button>
          <Button variant="danger" disabled={count === 0} onClick={onUndo}>
            {text('import-export.undo.confirm', { count })}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};

const warning = { textColor: 'warning700' } as const;

/** Undoes an import, after a dialog with the number of entries. */
const UndoButton = ({ run, onUndo }: { run: Run; onUndo: () => Promise<void> }) => {
  const text = useTexts();
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [counts, setCounts] = useState<UndoCounts>();
  const ask = (): Promise<void> =>
    get<{ data: UndoCounts }>(`/import-export/runs/${run.id}/undo`).then(
      ({ data }) => setCounts(data.data),
      noticeError,
    );
  return (
    <>
      <Button variant="danger-light" onClick={() => void ask()}>
        {text('import-export.undo')}
      </Button>
      {counts !== undefined && (
        <UndoDialog
          run={run}
          counts={counts}
          onClose={() => setCounts(undefined)}
          onUndo={() => {
            setCounts(undefined);
            void onUndo();
          }}
        />
      )}
    </>
  );
};

type RunProps = {
  run: Run;
  act: (action: RunAction, body?: object) => Promise<void>;
};

const getStateTextKey = ({ state, isVoid, counts }: Run) => {
  if (isVoid) return counts.refused > 0 ? 'import-export.void.refused' : 'import-export.void';
  return state === 'checked' ? 'import-export.seen' : (`import-export.state.${state}` as const);
};

/**
 * Shows a progress bar. The design system's own bar is made for dark backgrounds: its filled part
 * is white.
 */
const ProgressBar = ({ done, total }: { done: number; total: number }) => {
  const text = useTexts();
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <Box
      width="16rem"
      height="0.8rem"
      background="neutral200"
      hasRadius
      overflow="hidden"
      role="progressbar"
      aria-label={text('import-export.progress', { done, total })}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <Box height="100%" background="primary600" style={{ width: `${100 * share}%` }} />
    </Box>
  );
};

/**
 * Shows the state and progress of a run.
 *
 * @param isUnanswered whether they may have changed, because the server does not answer
 */
const Progress = ({ run, isUnanswered }: { run: Run; isUnanswered: boolean }) => {
  const text = useTexts();
  const { kind, done, total, state, counts } = run;
  const wasEnded = kind === 'import' && (state === 'cancelled' || state === 'failed');
  return (
    <Flex gap={4} wrap="wrap">
      <Typography role="status" data-state={state}>
        {text(getStateTextKey(run))}
      </Typography>
      {activeStates.includes(state) && (
        <>
          <ProgressBar done={done} total={total} />
          <Typography>{text('import-export.progress', { done, total })}</Typography>
        </>
      )}
      {isUnanswered && (
        <Typography role="alert" textColor="danger600">
          {text('import-export.no-answer')}
        </Typography>
      )}
      {wasEnded && (
        <Typography>
          {text('import-export.cancelled', { count: counts.created + counts.changed })}
        </Typography>
      )}
    </Flex>
  );
};

const Actions = ({ run, act }: RunProps) => {
  const text = useTexts();
  const { id, kind, state, mode, counts, isVoid, questions, undo } = run;
  const canUndo = undo !== null && undo.open + undo.kept > 0 && endedStates.includes(state);
  const isAnswered = questions.every(({ answer }) => answer !== null);
  const isOpen = activeStates.includes(state) || state === 'checked';
  const count = counts.created + counts.changed;
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      {state === 'checked' && !isVoid && !isAnswered && (
        <Typography>{text('import-export.unanswered')}</Typography>
      )}
      {state === 'checked' && !isVoid && (
        <Button disabled={!isAnswered || count === 0} onClick={() => void act('start')}>
          {text(mode === 'publish' ? 'import-export.start.publish' : 'import-export.start', {
            count,
          })}
        </Button>
      )}
      {kind === 'export' && state === 'done' && (
        <DownloadButton
          label={text('import-export.download')}
          failure={text('import-export.download.failed')}
          address={`/import-export/runs/${id}/file`}
          params={{}}
          file={run.file}
        />
      )}
      {kind === 'import' && !activeStates.includes(state) && (
        <DownloadButton
          label={text('import-export.result')}
          failure={text('import-export.download.failed')}
          address={`/import-export/runs/${id}/result.csv`}
          params={{}}
          file="import.csv"
        />
      )}
      {canUndo && <UndoButton run={run} onUndo={() => act('undo')} />}
      {isOpen && (
        <Button variant="tertiary" onClick={() => void act('cancel')}>
          {text('import-export.cancel')}
        </Button>
      )}
      {(!isOpen || isVoid) && (
        <LinkButton tag={Link} to={IMPORT_EXPORT} variant="tertiary">
          {text('import-export.again')}
        </LinkButton>
      )}
    </Flex>
  );
};

/** Counts entries by outcome, and lists them. */
const Outcomes = ({ run }: { run: Run }) => {
  const text = useTexts();
  const [shownItems, show] = useState<ShownItems>(null);
  const { undo } = run;
  const isPlanned = isPlannedIn(run);
  const choices: readonly { name: ShownItems; label: string; isEmpty?: boolean }[] = [
    { name: null, label: text('import-export.all') },
    ...outcomes
      .filter((outcome) => outcome !== 'left' || run.counts.left > 0)
      .map((name) => {
        const count = run.counts[name];
        const label = isPlanned
          ? (`import-export.would.${name}` as const)
          : (`import-export.${name}` as const);
        return { name, label: text(label, { count }), isEmpty: count === 0 };
      }),
    ...(undo === null || undo.undone + undo.kept === 0
      ? []
      : (['undone', 'stayed'] as const).map((name) => {
          const count = name === 'undone' ? undo.undone : undo.kept;
          return {
            name,
            label: text(`import-export.undo.${name}`, { count }),
            isEmpty: count === 0,
          };
        })),
  ];
  return (
    <>
      <Flex gap={2} wrap="wrap">
        {choices.map(({ name, label, isEmpty = false }) => (
          <Button
            key={name ?? 'all'}
            data-outcome={name ?? undefined}
            variant={shownItems === name ? 'secondary' : 'tertiary'}
            size="S"
            disabled={isEmpty}
            onClick={() => show(name)}
          >
            {label}
          </Button>
        ))}
      </Flex>
      {run.ignored.length > 0 && (
        <Typography textColor="neutral800">
          {text('import-export.ignored', { columns: run.ignored.join(', ') })}
        </Typography>
      )}
      {!activeStates.includes(run.state) && <ItemTable run={run} shown={shownItems} />}
    </>
  );
};

export const RunPage = () => {
  const text = useTexts();
  const nameOf = useRunName();
  const { id = '' } = useParams();
  const { run, isUnanswered, act } = useRun(id);
  if (run === undefined) return <Page.Loading />;
  return (
    <SubPage title={nameOf(run)} back={{ to: IMPORT_EXPORT, label: text('import-export.back') }}>
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        {/* One key for all parts: siblings with equal keys stay on the page when the run changes. */}
        <Flex key={run.id} direction="column" alignItems="stretch" gap={5}>
          <Progress run={run} isUnanswered={isUnanswered} />
          {run.source !== null && <SourceNote run={run} source={run.source} />}
          {run.state === 'checked' && run.columns.length > 0 && (
            <UnknownColumns run={run} onAssign={(assignment) => act('columns', assignment)} />
          )}
          <Questions run={run} onAnswer={(answers) => act('answers', answers)} />
          <Causes run={run} onDecide={(decision) => act('decisions', decision)} />
          <Actions run={run} act={act} />
          {run.kind === 'import' && <Outcomes run={run} />}
        </Flex>
      </Box>
    </SubPage>
  );
};
