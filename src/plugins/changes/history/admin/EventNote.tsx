import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Field, Flex, TextButton, Textarea, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { formatMoment, type Note } from './describe';
import { useTexts } from './texts';

/** Shows the note of an event, which those who may change the entry can edit. */
export const EventNote = ({
  address,
  locale,
  event,
  note: stored,
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
  const [note, setNote] = useState(stored);
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
