import { useState, type KeyboardEvent } from 'react';
import {
  Box,
  Button,
  Dialog,
  Flex,
  IconButton,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Check, Cross, Pencil, Trash } from '@strapi/icons';
import type { View } from '../lists';
import { useTexts } from './texts';

type Props = {
  view: View;
  /** Resolves to whether the operation succeeded. */
  onRename: (name: string) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
};

/** Makes Escape end the renaming instead of closing the modal, which receives the key first. */
export const endRenamingFirst = (event: globalThis.KeyboardEvent): void => {
  if (event.target instanceof Element && event.target.matches('[data-renaming]')) {
    event.preventDefault();
  }
};

/** Deletes a view. A shared view needs a confirmation. */
const DeleteView = ({ view: { name, role }, onRemove }: Pick<Props, 'view' | 'onRemove'>) => {
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

/** Shows one of the user's own views, with buttons that rename and delete it. */
export const OwnView = ({ view, onRename, onRemove }: Props) => {
  const text = useTexts();
  const { name, role } = view;
  const [written, setWritten] = useState<string | null>(null);

  if (written === null) {
    return (
      <Flex justifyContent="space-between">
        <Typography>{role === null ? name : text('lists.views.shared', { name, role })}</Typography>
        <Flex gap={1}>
          <IconButton
            variant="ghost"
            label={text('lists.views.rename', { name })}
            onClick={() => setWritten(name)}
          >
            <Pencil />
          </IconButton>
          <DeleteView view={view} onRemove={onRemove} />
        </Flex>
      </Flex>
    );
  }

  const stop = (): void => setWritten(null);

  const rename = async (): Promise<void> => {
    if (written.trim() === '') return;
    if (written.trim() === name || (await onRename(written.trim()))) stop();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    if (event.key === 'Escape') stop();
    else void rename();
  };

  return (
    <Flex gap={1}>
      <Box flex="1">
        <TextInput
          autoFocus
          data-renaming
          aria-label={text('lists.views.new-name', { name })}
          value={written}
          maxLength={80}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setWritten(target.value)}
        />
      </Box>
      <IconButton
        variant="ghost"
        label={text('lists.views.rename.save')}
        disabled={written.trim() === ''}
        onClick={() => void rename()}
      >
        <Check />
      </IconButton>
      <IconButton variant="ghost" label={text('lists.views.rename.cancel')} onClick={stop}>
        <Cross />
      </IconButton>
    </Flex>
  );
};
