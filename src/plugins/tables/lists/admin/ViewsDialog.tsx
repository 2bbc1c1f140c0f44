import { useState, type FormEvent, type KeyboardEvent } from 'react';
import {
  Button,
  Field,
  Flex,
  Modal,
  SingleSelect,
  SingleSelectOption,
  TextInput,
  Typography,
  Box,
  Dialog,
  IconButton,
} from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { Check, Cross, Pencil, Trash } from '@strapi/icons';
import { useModalFocus, ModalHeading } from '#platform/admin/ModalHeading';
import type { View, Views } from '../lists';
import { useTexts } from './texts';

type OwnViewProps = {
  view: View;
  /** Resolves to whether the operation succeeded. */
  onRename: (name: string) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
};

/** Makes Escape end the renaming instead of closing the modal, which receives the key first. */
const endRenamingFirst = (event: globalThis.KeyboardEvent): void => {
  if (event.target instanceof Element && event.target.matches('[data-renaming]')) {
    event.preventDefault();
  }
};

/** Deletes a view. A shared view needs a confirmation. */
const DeleteView = ({
  view: { name, role },
  onRemove,
}: Pick<OwnViewProps, 'view' | 'onRemove'>) => {
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
const OwnView = ({ view, onRename, onRemove }: OwnViewProps) => {
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

type Props = Views & {
  onKeep: (name: string, role: number | null) => Promise<void>;
  onRename: (view: View, name: string) => Promise<void>;
  onRemove: (view: View) => Promise<void>;
  onClose: () => void;
};

const MINE = 'mine';

/** Saves the current list as a view; renames and deletes the user's own views. */
export const ViewsDialog = ({ views, roles, onKeep, onRename, onRemove, onClose }: Props) => {
  const text = useTexts();
  const { field, onFocus } = useModalFocus();
  const { toggleNotification } = useNotification();
  const [name, setName] = useState('');
  const [role, setRole] = useState(MINE);
  const ownViews = views.filter(({ isMine }) => isMine);

  const attempt = async (change: Promise<void>): Promise<boolean> => {
    try {
      await change;
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      toggleNotification({ type: 'danger', message: message || text('lists.views.failed') });
      return false;
    }
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') return;
    if (await attempt(onKeep(name, role === MINE ? null : Number(role)))) onClose();
  };

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content {...onFocus} onEscapeKeyDown={endRenamingFirst}>
        <form onSubmit={(event) => void submit(event)}>
          <ModalHeading>{text('lists.views.title')}</ModalHeading>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              {ownViews.length === 0 && <Typography>{text('lists.views.none')}</Typography>}
              {ownViews.map((view) => (
                <OwnView
                  key={view.id}
                  view={view}
                  onRename={(name) => attempt(onRename(view, name))}
                  onRemove={() => attempt(onRemove(view))}
                />
              ))}
              <Field.Root hint={text('lists.views.hint')}>
                <Field.Label>{text('lists.views.name')}</Field.Label>
                <TextInput
                  ref={field}
                  value={name}
                  maxLength={80}
                  onChange={({ target }) => setName(target.value)}
                />
                <Field.Hint />
              </Field.Root>
              <Field.Root>
                <Field.Label>{text('lists.views.for')}</Field.Label>
                <SingleSelect value={role} onChange={(value) => setRole(String(value))}>
                  <SingleSelectOption value={MINE}>{text('lists.views.me')}</SingleSelectOption>
                  {roles.map((candidate) => (
                    <SingleSelectOption key={candidate.id} value={String(candidate.id)}>
                      {text('lists.views.role', { role: candidate.name })}
                    </SingleSelectOption>
                  ))}
                </SingleSelect>
              </Field.Root>
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Button variant="tertiary" onClick={onClose}>
              {text('lists.views.close')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''}>
              {text('lists.views.save')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
};
