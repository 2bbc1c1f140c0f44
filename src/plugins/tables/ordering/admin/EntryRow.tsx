import { useState } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Box, Flex, IconButton, Menu, Status, Typography } from '@strapi/design-system';
import { Drag, More } from '@strapi/icons';
import { SmallPicture } from '../../../../platform/admin/SmallPicture';
import type { OrderedEntry } from '../order';
import { MoveDialog } from './MoveDialog';
import { useTexts } from './texts';

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
