import { useState } from 'react';
import { Button, Dialog, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useTexts } from './texts';

/** Deletes the selected files after a confirmation. */
export const DeleteFiles = ({
  count,
  onDelete,
}: {
  count: number;
  onDelete: () => Promise<void>;
}) => {
  const text = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Trash />} disabled={count === 0}>
          {text('content-quality.delete', { count })}
        </Button>
      </Dialog.Trigger>
      <Dialog.Content>
        <Dialog.Header>{text('content-quality.delete', { count })}</Dialog.Header>
        <Dialog.Body>
          <Typography>{text('content-quality.delete.sure', { count })}</Typography>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth>
              {text('content-quality.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button variant="danger-light" fullWidth onClick={() => void onDelete()}>
              {text('content-quality.delete.confirm')}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
