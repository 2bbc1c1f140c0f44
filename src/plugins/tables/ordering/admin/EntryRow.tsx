import { useState, type FormEvent } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  Box,
  Flex,
  IconButton,
  Menu,
  Status,
  Typography,
  Button,
  Field,
  Modal,
  TextInput,
} from '@strapi/design-system';
import { Drag, More } from '@strapi/icons';
import { SmallPicture } from '#platform/admin/SmallPicture';
import { useModalFocus, ModalHeading } from '#platform/admin/ModalHeading';
import type { OrderedEntry } from '../order';
import { useTexts } from './texts';

type MoveDialogProps = {
  title: string;
  /** Position counted from 1. */
  position: number;
  total: number;
  onClose: () => void;
  /** @param to index from 0 */
  onMove: (to: number) => void;
};

const MoveDialog = ({ title, position, total, onClose, onMove }: MoveDialogProps) => {
  const text = useTexts();
  const { field, onFocus } = useModalFocus();
  const [typed, setTyped] = useState(String(position));
  const offset = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
  const isPossible = offset >= 1 && offset <= total;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPossible) return;
    onClose();
    onMove(offset - 1);
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

const variants = { published: 'success', modified: 'alternative', draft: 'secondary' } as const;

type Props = {
  entry: OrderedEntry;
  /** Index in the whole list, from 0. */
  index: number;
  total: number;
  /** Whether to reserve space for a picture; some types have none. */
  hasPicture: boolean;
  onMove: (to: number) => void;
};

/** Shows an entry with a drag handle and a menu for longer moves. */
export const EntryRow = ({ entry, index, total, hasPicture, onMove }: Props) => {
  const text = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { documentId, title, state, picture } = entry;
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
    isOver,
  } = useSortable({
    id: documentId,
    attributes: { roleDescription: text('ordering.role') },
  });

  return (
    <li
      ref={setNodeRef}
      data-order-entry={documentId}
      data-order-over={isOver}
      style={{
        position: 'relative',
        zIndex: isDragging ? 1 : undefined,
        transform: CSS.Translate.toString(transform),
        transition,
      }}
    >
      <Flex
        gap={4}
        padding={3}
        background={isDragging ? 'primary100' : 'neutral0'}
        borderColor="neutral150"
        borderStyle="solid"
        borderWidth="0 0 1px"
      >
        <IconButton
          ref={setActivatorNodeRef}
          variant="ghost"
          label={text('ordering.handle', { title, position: index + 1, total })}
          withTooltip={false}
          style={{ cursor: isDragging ? 'grabbing' : 'grab', touchAction: 'none' }}
          {...attributes}
          {...listeners}
        >
          <Drag />
        </IconButton>
        <Box minWidth="4rem">
          <Typography textColor="neutral600">{index + 1}</Typography>
        </Box>
        {hasPicture && <SmallPicture address={picture} />}
        <Box flex="1">
          <Typography fontWeight="bold">{title}</Typography>
        </Box>
        <Status variant={variants[state]} size="S">
          <Typography tag="span" variant="omega" fontWeight="bold">
            {text(`ordering.state.${state}`)}
          </Typography>
        </Status>
        <Menu.Root>
          <Menu.Trigger
            size="S"
            variant="ghost"
            endIcon={null}
            startIcon={<More aria-hidden />}
            aria-label={text('ordering.menu', { title })}
          />
          <Menu.Content>
            <Menu.Item disabled={index === 0} onSelect={() => onMove(0)}>
              {text('ordering.top')}
            </Menu.Item>
            <Menu.Item disabled={index === total - 1} onSelect={() => onMove(total - 1)}>
              {text('ordering.end')}
            </Menu.Item>
            <Menu.Item onSelect={() => setIsAsking(true)}>{text('ordering.to')}</Menu.Item>
          </Menu.Content>
        </Menu.Root>
      </Flex>
      {isAsking && (
        <MoveDialog
          title={title}
          position={index + 1}
          total={total}
          onClose={() => setIsAsking(false)}
          onMove={onMove}
        />
      )}
    </li>
  );
};
