import { Button, Dialog, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { UnsavedChanges } from '../unsaved-changes';
import { labelOf } from '../../../../feature/admin/labels';
import { isHidden } from '../../../../feature/form-layouts';
import { useTexts } from './texts';

type UnsavedChangesDialogProps = {
  model: string;
  typing: UnsavedChanges;
  onRestore: () => void;
  onForget: () => void;
};

/**
 * Offers earlier unsaved typing. The dialog must be answered first, so that old and new input are
 * not mixed.
 */
export const UnsavedChangesDialog = ({
  model,
  typing,
  onRestore,
  onForget,
}: UnsavedChangesDialogProps) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  return (
    <Dialog.Root open onOpenChange={() => undefined}>
      <Dialog.Content>
        <Dialog.Header>{text('concurrent-editing.typed.title')}</Dialog.Header>
        <Dialog.Body>
          <Typography textAlign="center">
            {text('concurrent-editing.typed.text', {
              time: formatDate(typing.at, { dateStyle: 'long', timeStyle: 'short' }),
              fields: Object.keys(typing.fields)
                .filter((field) => field !== 'documentId' && !isHidden(model, field))
                .map((field) => labelOf(model, field))
                .join(', '),
            })}
          </Typography>
        </Dialog.Body>
        <Dialog.Footer>
          <Button variant="danger-light" fullWidth onClick={onForget}>
            {text('concurrent-editing.typed.forget')}
          </Button>
          <Button fullWidth onClick={onRestore}>
            {text('concurrent-editing.typed.restore')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
