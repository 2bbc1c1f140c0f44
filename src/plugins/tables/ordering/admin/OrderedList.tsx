import { useRef, useState } from 'react';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { Box, Button, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { Page, useFetchClient } from '@strapi/strapi/admin';
import { EntryRow } from './EntryRow';
import { useTexts } from './texts';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { OrderedPage } from '../order';

type ListShown = {
  uid: string;
  narrowing: Readonly<Record<string, string>>;
  locale: string | null;
};

const LIMIT = 100;

/** Last saved move, announced to screen readers. */
type Saved = { title: string; position: number };

/** Loads a page of a list and moves its entries. A move is shown at once, saved, and reloaded. */
const useOrder = ({ uid, narrowing, locale }: ListShown) => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [from, show] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const address = `/ordering/order/${uid}`;
  const {
    data: page,
    setData,
    reload,
  } = useLoaded<OrderedPage>(address, {
    params: { ...narrowing, ...(locale !== null && { locale }), start: from, limit: LIMIT },
  });

  /** @param to index in the whole list */
  const move = async (documentId: string, to: number): Promise<void> => {
    if (page === undefined || isSaving) return;
    const { start, version, entries } = page;
    const index = entries.findIndex((entry) => entry.documentId === documentId);
    const moved = entries[index];
    if (moved === undefined || start + index === to) return;
    const others = entries.filter((entry) => entry !== moved);
    const isShown = to >= start && to < start + entries.length;
    const shown = isShown ? others.toSpliced(to - start, 0, moved) : others;
    setData({ ...page, entries: shown });
    setIsSaving(true);
    setSaved(null);
    try {
      await post(`${address}/moves`, { ...narrowing, documentId, to, version });
      setSaved({ title: moved.title, position: to + 1 });
    } catch (error) {
      setData(page);
      noticeError(error);
    }
    await reload();
    setIsSaving(false);
  };

  return { page, isSaving, saved, show, move, limit: LIMIT };
};

/** Shows the entries of a list, which can be moved by mouse, touch, keyboard or menu. */
export const OrderedList = (list: ListShown) => {
  const text = useTexts();
  const { page, isSaving, saved, show, move, limit } = useOrder(list);
  const sensors = useSensors(
    // A click on the handle must not start a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const hasMoved = useRef(false);
  if (page === undefined) return <Page.Loading />;
  const { start, total, entries } = page;
  if (total === 0) return <Typography>{text('ordering.empty')}</Typography>;

  const indexOf = (id: UniqueIdentifier): number =>
    entries.findIndex(({ documentId }) => documentId === id);
  const told = (id: UniqueIdentifier, at: UniqueIdentifier) => ({
    title: entries[indexOf(id)]?.title ?? '',
    position: start + indexOf(at) + 1,
    total,
  });
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over !== null) void move(String(active.id), start + indexOf(over.id));
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <VisuallyHidden>
        <div role="status" data-order-saved={saved?.position}>
          {saved !== null && text('ordering.saved', { ...saved, total })}
        </div>
      </VisuallyHidden>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: { draggable: text('ordering.instructions') },
          announcements: {
            onDragStart: ({ active }) => {
              hasMoved.current = false;
              return text('ordering.lifted', told(active.id, active.id));
            },
            onDragOver: ({ active, over }) => {
              // A newly lifted entry is above its own place, which was already announced.
              if (over === null || (!hasMoved.current && over.id === active.id)) return undefined;
              hasMoved.current = true;
              return text('ordering.over', told(active.id, over.id));
            },
            onDragEnd: ({ active, over }) =>
              over === null ? undefined : text('ordering.dropped', told(active.id, over.id)),
            onDragCancel: ({ active }) => text('ordering.cancelled', told(active.id, active.id)),
          },
        }}
      >
        <SortableContext
          items={entries.map(({ documentId }) => documentId)}
          strategy={verticalListSortingStrategy}
          disabled={isSaving}
        >
          <Box background="neutral0" hasRadius shadow="tableShadow">
            <ol aria-label={text('ordering.list')} aria-busy={isSaving}>
              {entries.map((entry, index) => (
                <EntryRow
                  key={entry.documentId}
                  entry={entry}
                  index={start + index}
                  total={total}
                  hasPicture={entries.some(({ picture }) => picture !== null)}
                  onMove={(to) => void move(entry.documentId, to)}
                />
              ))}
            </ol>
          </Box>
        </SortableContext>
      </DndContext>
      <Flex gap={4} justifyContent="space-between">
        <Typography textColor="neutral600">
          {text('ordering.shown', { from: start + 1, to: start + entries.length, total })}
        </Typography>
        {total > limit && (
          <Flex gap={2}>
            <Button
              variant="tertiary"
              disabled={start === 0}
              onClick={() => show(Math.max(start - limit, 0))}
            >
              {text('ordering.previous')}
            </Button>
            <Button
              variant="tertiary"
              disabled={start + limit >= total}
              onClick={() => show(start + limit)}
            >
              {text('ordering.next')}
            </Button>
          </Flex>
        )}
      </Flex>
    </Flex>
  );
};
