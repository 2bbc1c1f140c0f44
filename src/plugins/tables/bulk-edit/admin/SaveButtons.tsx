import { useState } from 'react';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useRBAC } from '@strapi/strapi/admin';
import type { Planned } from '../edit';
import { useTexts } from './texts';
import type { Saving, Outcome } from './use-save-changes';

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

const PUBLISH = 'plugin::content-manager.explorer.publish';

/** Counts entries; an entry may have a row for each locale. */
const entriesOf = (rows: readonly Planned[]): number =>
  new Set(rows.map(({ documentId, key }) => documentId ?? key)).size;

/** Counts the cells that the change empties. */
const emptiedIn = (rows: readonly Planned[]): number =>
  rows.flatMap(({ cells }) => cells).filter(({ before, after }) => before !== '' && after === '')
    .length;

type Mode = Parameters<Saving['save']>[1];

/** Shows the number of changes, with buttons that save and undo them. */
export const SaveButtons = ({
  model,
  planned,
  isCurrent = true,
  isPasted = false,
  saving,
}: {
  model: string;
  planned: readonly Planned[];
  /** Whether the plan includes the latest input. Saving waits for it. */
  isCurrent?: boolean;
  /** Whether rows were pasted. Emptying cells then needs a confirmation. */
  isPasted?: boolean;
  saving: Saving;
}) => {
  const text = useTexts();
  const { allowedActions } = useRBAC([{ action: PUBLISH, subject: model }]);
  const changed = planned.filter(({ changes }) => changes.length > 0);
  const wrong = planned.filter(
    ({ error, cells }) => error !== null || cells.some((cell) => cell.error !== null),
  );
  const emptied = emptiedIn(changed);
  const [asked, setAsked] = useState<Mode | null>(null);
  const save = (mode: Mode): void => {
    if (isPasted && emptied > 0) setAsked(mode);
    else void saving.save(changed, mode);
  };
  return (
    <Flex gap={4} wrap="wrap" justifyContent="space-between">
      <Typography role="status" data-counts>
        {text('bulk-edit.counts', { changed: entriesOf(changed), wrong: entriesOf(wrong) })}
        {emptied > 0 && ` ${text('bulk-edit.emptied', { count: emptied })}`}
      </Typography>
      <Flex gap={2}>
        {saving.canUndo && (
          <Button variant="tertiary" loading={saving.isBusy} onClick={() => void saving.undo()}>
            {text('bulk-edit.undo')}
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={!isCurrent || changed.length === 0}
          loading={saving.isBusy}
          onClick={() => save('save')}
        >
          {text('bulk-edit.save')}
        </Button>
        {allowedActions.canPublish === true && (
          <Button
            disabled={!isCurrent || changed.length === 0}
            loading={saving.isBusy}
            onClick={() => save('publish')}
          >
            {text('bulk-edit.publish')}
          </Button>
        )}
      </Flex>
      <Dialog.Root open={asked !== null} onOpenChange={(isOpen) => !isOpen && setAsked(null)}>
        <Dialog.Content>
          <Dialog.Header>{text('bulk-edit.emptied.title')}</Dialog.Header>
          <Dialog.Body>
            <Typography textAlign="center">
              {text('bulk-edit.emptied.confirm', { count: emptied })}
            </Typography>
          </Dialog.Body>
          <Dialog.Footer>
            <Dialog.Cancel>
              <Button variant="tertiary" fullWidth>
                {text('bulk-edit.emptied.cancel')}
              </Button>
            </Dialog.Cancel>
            <Dialog.Action>
              <Button
                variant="danger-light"
                fullWidth
                onClick={() => asked !== null && void saving.save(changed, asked)}
              >
                {text('bulk-edit.emptied.save')}
              </Button>
            </Dialog.Action>
          </Dialog.Footer>
        </Dialog.Content>
      </Dialog.Root>
    </Flex>
  );
};
