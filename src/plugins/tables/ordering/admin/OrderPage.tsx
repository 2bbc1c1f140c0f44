import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { Box, Flex, Typography, Button, VisuallyHidden } from '@strapi/design-system';
import { Page, useFetchClient } from '@strapi/strapi/admin';
import { Choice } from '#platform/admin/Choice';
import { listAddress } from '#platform/admin/panel-addresses';
import { SubPage } from '#platform/admin/SubPage';
import { useLoaded } from '#platform/admin/use-loaded';
import type { OrderedType, OrderedTypes, OrderedPage } from '../order';
import { useTexts } from './texts';
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
import { EntryRow } from './EntryRow';
import { useErrorNotice } from '#platform/admin/error-notice';

type ListShown = {
  uid: string;
  narrowing: Readonly<Record<string, string>>;
  locale: string | null;
};

const LIMIT = 100;

/** Last saved move, announced to screen readers. */
type SavedPosition = { title: string; position: number };

/** Loads a page of a list and moves its entries. A move is shown at once, saved, and reloaded. */
const useOrder = ({ uid, narrowing, locale }: ListShown) => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [from, show] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<SavedPosition | null>(null);
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
    const shownEntries = isShown ? others.toSpliced(to - start, 0, moved) : others;
    setData({ ...page, entries: shownEntries });
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

const OrderedList = (list: ListShown) => {
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

  const findEntryIndex = (id: UniqueIdentifier): number =>
    entries.findIndex(({ documentId }) => documentId === id);
  const describeMove = (id: UniqueIdentifier, target: UniqueIdentifier) => ({
    title: entries[findEntryIndex(id)]?.title ?? '',
    position: start + findEntryIndex(target) + 1,
    total,
  });
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over !== null) void move(String(active.id), start + findEntryIndex(over.id));
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
              return text('ordering.lifted', describeMove(active.id, active.id));
            },
            onDragOver: ({ active, over }) => {
              // A newly lifted entry is above its own place, which was already announced.
              if (over === null || (!hasMoved.current && over.id === active.id)) return undefined;
              hasMoved.current = true;
              return text('ordering.over', describeMove(active.id, over.id));
            },
            onDragEnd: ({ active, over }) =>
              over === null
                ? undefined
                : text('ordering.dropped', describeMove(active.id, over.id)),
            onDragCancel: ({ active }) =>
              text('ordering.cancelled', describeMove(active.id, active.id)),
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

const ALL = '*';

type NarrowingChoiceProps = {
  name: 'line' | 'kind';
  /** Null: all entries. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChange: (name: 'line' | 'kind', value: string | null) => void;
};

const NarrowingChoice = ({ name, value, options, onChange }: NarrowingChoiceProps) => {
  const text = useTexts();
  return (
    <Box minWidth="22rem">
      <Choice
        name={name}
        label={text(`ordering.${name}`)}
        value={value ?? ALL}
        options={[
          { value: ALL, label: text(name === 'line' ? 'ordering.line.all' : 'ordering.kind.all') },
          ...options,
        ]}
        onChange={(chosen) => onChange(name, chosen === ALL ? null : chosen)}
      />
    </Box>
  );
};

const Order = ({ types, lines }: OrderedTypes) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const [search, setSearch] = useSearchParams();
  const type: OrderedType | undefined =
    types.find(({ uid }) => uid === search.get('type')) ?? types[0];
  if (type === undefined) return <Typography>{text('ordering.none')}</Typography>;

  const nameOf = ({ name }: OrderedType): string =>
    formatMessage({ id: name, defaultMessage: name });
  const line = type.hasLines ? search.get('line') : null;
  const kind = type.kinds.find((item) => item === search.get('kind')) ?? null;
  const locale = search.get('locale');
  const narrow = (name: 'line' | 'kind', value: string | null): void => {
    const next = new URLSearchParams(search);
    next.set('type', type.uid);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const params = {
    ...(line !== null && { line }),
    ...(kind !== null && { kind }),
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <Flex gap={4} wrap="wrap">
        <Box minWidth="22rem">
          <Choice
            name="type"
            label={text('ordering.type')}
            value={type.uid}
            options={types.map((contentType) => ({
              value: contentType.uid,
              label: nameOf(contentType),
            }))}
            onChange={(uid) =>
              setSearch({ type: uid, ...(locale !== null && { locale }) }, { replace: true })
            }
          />
        </Box>
        {type.hasLines && lines.length > 0 && (
          <NarrowingChoice
            name="line"
            value={line}
            options={lines.map(({ documentId, name }) => ({ value: documentId, label: name }))}
            onChange={narrow}
          />
        )}
        {type.kinds.length > 0 && (
          <NarrowingChoice
            name="kind"
            value={kind}
            options={type.kinds.map((value) => ({ value, label: value }))}
            onChange={narrow}
          />
        )}
      </Flex>
      <OrderedList
        key={`${type.uid} ${line ?? ''} ${kind ?? ''} ${locale ?? ''}`}
        uid={type.uid}
        narrowing={params}
        locale={locale}
      />
    </Flex>
  );
};

const Loaded = () => {
  const { data: orderedTypes } = useLoaded<OrderedTypes>('/ordering/types');
  return orderedTypes === undefined ? (
    <Page.Loading />
  ) : (
    <Order types={orderedTypes.types} lines={orderedTypes.lines} />
  );
};

/** Page that orders the entries of a type, below the type's list. */
export const OrderPage = () => {
  const text = useTexts();
  const [params] = useSearchParams();
  const uid = params.get('type');
  const back =
    uid === null
      ? undefined
      : { to: listAddress(uid, params.get('locale')), label: text('ordering.back') };
  return (
    <SubPage title={text('ordering.title')} subtitle={text('ordering.hint')} back={back}>
      <Loaded />
    </SubPage>
  );
};
