import { useState, type FormEvent } from 'react';
import {
  Button,
  Field,
  Flex,
  Modal,
  SingleSelect,
  SingleSelectOption,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useModalFocus } from '../../../../platform/admin/modal-focus';
import { ModalHeading } from '../../../../platform/admin/ModalHeading';
import type { View, Views } from '../lists';
import { endRenamingFirst, OwnView } from './OwnView';
import { useTexts } from './texts';

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
  const own = views.filter(({ isMine }) => isMine);

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
              {own.length === 0 && <Typography>{text('lists.views.none')}</Typography>}
              {own.map((view) => (
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
                  {roles.map((one) => (
                    <SingleSelectOption key={one.id} value={String(one.id)}>
                      {text('lists.views.role', { role: one.name })}
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
