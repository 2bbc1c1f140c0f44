import { useState, type FormEvent } from 'react';
import { Button, Field, Modal, TextInput } from '@strapi/design-system';
import { useModalFocus } from '../../../../platform/admin/modal-focus';
import { ModalHeading } from '../../../../platform/admin/ModalHeading';
import { useTexts } from './texts';

type Props = {
  title: string;
  /** Position counted from 1. */
  position: number;
  total: number;
  onClose: () => void;
  /** @param to index from 0 */
  onMove: (to: number) => void;
};

/** Asks for the new position of an entry. */
export const MoveDialog = ({ title, position, total, onClose, onMove }: Props) => {
  const text = useTexts();
  const { field, onFocus } = useModalFocus();
  const [typed, setTyped] = useState(String(position));
  const wanted = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
  const isPossible = wanted >= 1 && wanted <= total;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPossible) return;
    onClose();
    onMove(wanted - 1);
  };

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content {...onFocus}>
        <form onSubmit={submit}>
          <ModalHeading>{text('ordering.to.title', { title })}</ModalHeading>
          <Modal.Body>
            <Field.Root>
              <Field.Label>{text('ordering.to.label', { total })}</Field.Label>
              <TextInput
                ref={field}
                inputMode="numeric"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Field.Root>
          </Modal.Body>
          <Modal.Footer>
            <Button variant="tertiary" onClick={onClose}>
              {text('ordering.cancel')}
            </Button>
            <Button type="submit" disabled={!isPossible}>
              {text('ordering.move')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
};
