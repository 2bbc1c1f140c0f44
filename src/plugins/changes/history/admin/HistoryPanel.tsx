import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Typography, Field, TextButton, Textarea } from '@strapi/design-system';
import { useForm, useRBAC, useFetchClient } from '@strapi/strapi/admin';
import { useLongList } from '#platform/admin/use-long-list';
import { findFirstComparison, type DescribedEvent, type Note } from '../changes';
import { useTexts } from './texts';
import { CompareDialog, useComparisonState } from './CompareDialog';
import {
  describeChange,
  describeEvent,
  formatMoment,
  formatActorName,
  useFormatValue,
} from './describe';
import { useErrorNotice } from '#platform/admin/error-notice';

/** Shows the note of an event, which those who may change the entry can edit. */
const EventNote = ({
  address,
  locale,
  event,
  note: storedNote,
  mayWrite,
}: {
  /** The entry's address in the history's API. */
  address: string;
  locale: string;
  event: string;
  note: Note | null;
  mayWrite: boolean;
}) => {
  const text = useTexts();
  const intl = useIntl();
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [note, setNote] = useState(storedNote);
  const [typed, setTyped] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: { note: Note | null } }>(`${address}/note`, {
        locale,
        event,
        note: typed ?? '',
      });
      setNote(data.data.note);
      setTyped(null);
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  if (typed !== null) {
    return (
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Field.Root>
          <Field.Label>{text('history.note.label')}</Field.Label>
          <Textarea
            value={typed}
            maxLength={500}
            onChange={({ target }: { target: { value: string } }) => setTyped(target.value)}
          />
        </Field.Root>
        <Button size="S" variant="secondary" loading={isBusy} onClick={() => void save()}>
          {text('history.note.save')}
        </Button>
      </Flex>
    );
  }
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      {note !== null && (
        <Typography variant="omega" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {text(note.by === null ? 'history.note.text' : 'history.note.by', {
            text: note.text,
            name: note.by ?? '',
            when: formatMoment(text, intl, note.at),
          })}
        </Typography>
      )}
      {mayWrite && (
        <TextButton onClick={() => setTyped(note?.text ?? '')}>
          {text(note === null ? 'history.note.add' : 'history.note.edit')}
        </TextButton>
      )}
    </Flex>
  );
};

type EventPage = { events: readonly DescribedEvent[]; next: string | null };

const getEvents = ({ events }: EventPage): readonly DescribedEvent[] => events;

const CHANGES_AT_MOST = 4;

const UPDATE = 'plugin::content-manager.explorer.update';

const Item = ({
  model,
  event,
  note,
}: {
  model: string;
  event: DescribedEvent;
  note: ReactNode;
}) => {
  const text = useTexts();
  const intl = useIntl();
  const formatValue = useFormatValue();
  const changes = event.changes ?? [];
  const described = changes
    .slice(0, CHANGES_AT_MOST)
    .map((change) => describeChange(text, formatValue, model, change));
  return (
    <Flex tag="li" direction="column" alignItems="stretch" gap={1}>
      <Typography variant="pi" textColor="neutral600">
        {formatMoment(text, intl, event.at)} · {formatActorName(text, event.actor)}
      </Typography>
      <Typography variant="omega" style={{ overflowWrap: 'anywhere' }}>
        <Typography tag="span" fontWeight="semiBold">
          {describeEvent(text, event.event)}
        </Typography>
        {described.length > 0 && ` · ${described.join(' · ')}`}
        {changes.length > CHANGES_AT_MOST && ' · …'}
      </Typography>
      {note}
    </Flex>
  );
};

type EventListProps = { model: string; documentId: string; locale: string };

/** Lists the latest events of an entry, with the dialog to compare and restore versions. */
const EventList = ({ model, documentId, locale }: EventListProps) => {
  const text = useTexts();
  const address = `/history/entries/${model}/${documentId}`;
  const { allowedActions } = useRBAC([{ action: UPDATE, subject: model }]);
  const mayWrite = allowedActions.canUpdate === true;
  const { items: events, loadMore } = useLongList(address, {
    itemsOf: getEvents,
    cursor: 'before',
    params: { locale },
  });
  const form = useForm('EventList', ({ resetForm }) => resetForm);
  const { state: comparing, change: compare } = useComparisonState(form);

  const first = findFirstComparison(events ?? []);
  return (
    <>
      {events !== undefined && first === null && (
        <Typography textColor="neutral600">{text('history.panel.none')}</Typography>
      )}
      {events !== undefined && first !== null && (
        <Flex direction="column" alignItems="stretch" gap={3} width="100%">
          <Flex
            tag="ul"
            direction="column"
            alignItems="stretch"
            gap={3}
            style={{ maxHeight: '320px', overflowY: 'auto' }}
            data-history
          >
            {events.map((event) => (
              <Item
                key={event.id}
                model={model}
                event={event}
                note={
                  <EventNote
                    address={address}
                    locale={locale}
                    event={event.id}
                    note={event.note}
                    mayWrite={mayWrite}
                  />
                }
              />
            ))}
          </Flex>
          <Flex gap={2} wrap="wrap">
            {first.from !== first.to && (
              <Button
                size="S"
                variant="secondary"
                // In a narrow panel the label wraps.
                style={{ height: 'auto', minHeight: '3.2rem' }}
                onClick={() => compare({ events, ...first, leftOut: null })}
              >
                {text('history.panel.compare')}
              </Button>
            )}
            {loadMore !== null && (
              <Button size="S" variant="tertiary" onClick={loadMore}>
                {text('history.panel.more')}
              </Button>
            )}
          </Flex>
        </Flex>
      )}
      {/* Always at this position: otherwise an open dialog would close and reopen when the list loads. */}
      {comparing.events.length > 0 && (
        <CompareDialog
          model={model}
          documentId={documentId}
          locale={locale}
          comparing={comparing}
          onChange={compare}
        />
      )}
    </>
  );
};

/** Panel beside an entry's form that lists its history. */
export const HistoryPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  if (!model.startsWith('api::') || documentId === undefined) return null;
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  return {
    title: text('history.panel.title'),
    content: (
      <EventList
        // A new key reloads the list after each save.
        key={`${documentId} ${locale ?? ''} ${updatedAt ?? ''} ${document?.status ?? ''}`}
        model={model}
        documentId={documentId}
        locale={locale ?? ''}
      />
    ),
  };
};
