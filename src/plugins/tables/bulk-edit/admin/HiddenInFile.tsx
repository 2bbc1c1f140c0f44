import { Button, Dialog, Typography } from '@strapi/design-system';
import { useTexts } from './texts';
import type { HiddenCounts } from './use-sheet-file';

type HiddenInFileProps = {
  hidden: HiddenCounts;
  onAnswer: (withHidden: boolean) => void;
  onCancel: () => void;
};

/** Asks whether to import the hidden rows and columns of a file. */
export const HiddenInFile = ({
  hidden: { rows, hiddenRows, hiddenColumns },
  onAnswer,
  onCancel,
}: HiddenInFileProps) => {
  const text = useTexts();
  return (
    <Dialog.Root open onOpenChange={onCancel}>
      <Dialog.Content>
        <Dialog.Header>{text('bulk-edit.file.hidden')}</Dialog.Header>
        <Dialog.Body>
          {hiddenRows > 0 && (
            <Typography textAlign="center">
              {text('bulk-edit.file.hidden-rows', { count: hiddenRows, rows })}
            </Typography>
          )}
          {hiddenColumns > 0 && (
            <Typography textAlign="center">
              {text('bulk-edit.file.hidden-columns', { count: hiddenColumns })}
            </Typography>
          )}
        </Dialog.Body>
        <Dialog.Footer>
          {/* The dialog focuses its cancel element first. */}
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth onClick={() => onAnswer(false)}>
              {text('bulk-edit.file.leave-hidden')}
            </Button>
          </Dialog.Cancel>
          <Button fullWidth onClick={() => onAnswer(true)}>
            {text('bulk-edit.file.take-hidden')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
