import { Button, Flex, Typography } from '@strapi/design-system';
import type { Planned } from '../edit';
import { useTexts } from './texts';
import type { Saving } from './use-saving';

/** Entries, whose languages may be rows of their own. */
const entriesOf = (rows: readonly Planned[]): number =>
  new Set(rows.map(({ documentId, key }) => documentId ?? key)).size;

/** Says how many would change, saves them, and takes them back. */
export const SaveButtons = ({
  planned,
  isCurrent = true,
  saving,
  mayPublish,
}: {
  planned: readonly Planned[];
  /** What was written since is not in the plan yet, and must not be left behind. */
  isCurrent?: boolean;
  saving: Saving;
  mayPublish: boolean;
}) => {
  const text = useTexts();
  const changed = planned.filter(({ changes }) => changes.length > 0);
  const wrong = planned.filter(
    ({ error, cells }) => error !== null || cells.some((cell) => cell.error !== null),
  );
  return (
    <Flex gap={4} wrap="wrap" justifyContent="space-between">
      <Typography role="status" data-counts>
        {text('bulk-edit.counts', { changed: entriesOf(changed), wrong: entriesOf(wrong) })}
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
          onClick={() => void saving.save(changed, 'save')}
        >
          {text('bulk-edit.save')}
        </Button>
        {mayPublish && (
          <Button
            disabled={!isCurrent || changed.length === 0}
            loading={saving.isBusy}
            onClick={() => void saving.save(changed, 'publish')}
          >
            {text('bulk-edit.publish')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
};
