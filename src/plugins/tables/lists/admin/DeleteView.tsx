import { Button, Dialog, IconButton, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import type { View } from '../lists';
import { useTexts } from './texts';

type Props = { view: View; onRemove: () => Promise<boolean> };

/** Deletes a view. A shared view needs a confirmation. */
export const DeleteView = ({ view: { name, role }, onRemove }: Props) => {
  const text = useTexts();
  const label = text('lists.views.delete', { name });
  if (role === null) {
    return (
      <IconButton variant="ghost" label={label} onClick={() => void onRemove()}>
        <Trash />
      </IconButton>
    );
  }
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <IconButton variant="ghost" label={label}>
          <Trash />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Content>
        <Dialog.Header>{label}</Dialog.Header>
        <Dialog.Body>
          <Typography textAlign="center">
            {text('lists.views.delete.shared', { name, role })}
          </Typography>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth>
              {text('lists.views.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button variant="danger-light" fullWidth onClick={() => void onRemove()}>
              {text('lists.views.delete.confirm')}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
