import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  Box,
  Button,
  Field,
  Flex,
  Modal,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useModalFocus, ModalHeading } from '#platform/admin/ModalHeading';
import { useLoaded } from '#platform/admin/use-loaded';
import type { DescribedEvent, FieldChange, SkippedPart } from '../changes';
import { labelOf } from '#feature/admin/labels';
import { createFormState } from '#platform/admin/form-state';
import { SkippedParts } from './SkippedParts';
import { ComparedValue, type Picture } from './ComparedValue';
import { useTexts } from './texts';
import { describeEvent, formatMoment, formatActorName } from './describe';

/** State of the comparison dialog, which is open while there are events. */
type ComparisonState = {
  events: readonly DescribedEvent[];
  from: string;
  to: string;
  /** Parts of the version that could not be restored. */
  leftOut: readonly SkippedPart[] | null;
};

export const useComparisonState = createFormState<ComparisonState>({
  events: [],
  from: '',
  to: '',
  leftOut: null,
});

type State = Readonly<Record<string, unknown>>;

type Comparison = {
  from: State;
  to: State;
  changes: readonly FieldChange[];
  pictures: readonly Picture[];
};

type CompareDialogProps = {
  model: string;
  documentId: string;
  locale: string;
  comparing: ComparisonState;
  onChange: (changed: Partial<ComparisonState>) => void;
};

type ChoiceProps = {
  label: string;
  value: string;
  events: readonly DescribedEvent[];
  onChange: (id: string) => void;
};

const Choice = ({ label, value, events, onChange }: ChoiceProps) => {
  const text = useTexts();
  const intl = useIntl();
  return (
    <Box style={{ flex: 1, minWidth: 0 }}>
      <Field.Root name={label}>
        <Field.Label>{label}</Field.Label>
        <SingleSelect aria-label={label} value={value} onChange={(id) => onChange(String(id))}>
          {events.map(({ id, at, actor, event }) => (
            <SingleSelectOption key={id} value={id}>
              {[
                formatMoment(text, intl, at),
                formatActorName(text, actor),
                describeEvent(text, event),
              ].join(' · ')}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
    </Box>
  );
};

/**
 * Returns the version of the draft, which a restoration replaces. Undefined if the form shows the
 * published version.
 */
const getDraftVersion = (values: object): string | undefined =>
  'publishedAt' in values &&
  values.publishedAt === null &&
  'updatedAt' in values &&
  typeof values.updatedAt === 'string'
    ? values.updatedAt
    : undefined;

/** Dialog that compares two versions of an entry and restores one of them. */
export const CompareDialog = ({
  model,
  documentId,
  locale,
  comparing,
  onChange,
}: CompareDialogProps) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const isModified = useForm('CompareDialog', ({ modified }) => modified);
  const baseVersion = useForm('CompareDialog', ({ initialValues }) =>
    getDraftVersion(initialValues),
  );
  const { onFocus } = useModalFocus();
  const [isBusy, setIsBusy] = useState(false);
  const { events, from, to, leftOut } = comparing;
  const address = `/history/entries/${model}/${documentId}`;

  const { data, isCurrent } = useLoaded<Comparison>(`${address}/compare`, {
    params: { locale, from, to },
  });
  const comparison = isCurrent ? data : undefined;

  const restore = async (field?: string): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: { leftOut: SkippedPart[] } }>(`${address}/restore`, {
        locale,
        event: from,
        ...(field !== undefined && { field }),
        ...(baseVersion !== undefined && { baseVersion }),
      });
      toggleNotification({ type: 'success', message: text('history.restore.done') });
      onChange({ leftOut: data.data.leftOut });
      // Reloads the form with the restored entry.
      if (data.data.leftOut.length === 0) window.location.reload();
    } catch (error) {
      noticeError(error);
    }
    setIsBusy(false);
  };

  /** Whether the versions differ. While they load, there is nothing to restore. */
  const isDifferent = (comparison?.changes.length ?? 0) > 0;
  const close = (): void => onChange({ events: [] });
  const pictures = new Map(comparison?.pictures.map((picture) => [picture.id, picture]));

  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && close()}>
      <Modal.Content {...onFocus} style={{ width: '94vw', maxWidth: '1280px' }}>
        <ModalHeading>{text('history.compare.title')}</ModalHeading>
        <Modal.Body>
          {leftOut !== null ? (
            <SkippedParts items={leftOut} />
          ) : (
            <Flex direction="column" alignItems="stretch" gap={4} data-history-comparison>
              <Flex gap={4} alignItems="flex-start">
                <Choice
                  label={text('history.compare.from')}
                  value={from}
                  events={events}
                  onChange={(id) => onChange({ from: id })}
                />
                <Choice
                  label={text('history.compare.to')}
                  value={to}
                  events={events}
                  onChange={(id) => onChange({ to: id })}
                />
              </Flex>
              {isModified && (
                <Typography textColor="danger600">{text('history.restore.unsaved')}</Typography>
              )}
              {comparison?.changes.length === 0 && (
                <Typography>{text('history.compare.equal')}</Typography>
              )}
              {comparison?.changes.map(({ field, kind }) => (
                <Box key={field} borderColor="neutral200" hasRadius padding={3}>
                  <Flex justifyContent="space-between" gap={2} paddingBottom={2}>
                    <Typography fontWeight="bold">
                      {kind === 'unknown'
                        ? text('history.compare.unknown', { field })
                        : labelOf(model, field)}
                    </Typography>
                    {kind !== 'unknown' && (
                      <Button
                        size="S"
                        variant="tertiary"
                        disabled={isModified || isBusy}
                        onClick={() => void restore(field)}
                      >
                        {text('history.restore.field')}
                      </Button>
                    )}
                  </Flex>
                  <Flex gap={4} alignItems="flex-start">
                    {(['before', 'after'] as const).map((side) => (
                      <Box key={side} style={{ flex: 1, minWidth: 0 }}>
                        <ComparedValue
                          field={field}
                          value={(side === 'before' ? comparison.from : comparison.to)[field]}
                          other={(side === 'before' ? comparison.to : comparison.from)[field]}
                          side={side}
                          pictures={pictures}
                        />
                      </Box>
                    ))}
                  </Flex>
                </Box>
              ))}
            </Flex>
          )}
        </Modal.Body>
        <Modal.Footer>
          <Button
            variant="tertiary"
            onClick={() => (leftOut === null ? close() : window.location.reload())}
          >
            {text('history.restore.close')}
          </Button>
          {leftOut === null && (
            <Button
              loading={isBusy}
              disabled={isModified || !isDifferent}
              onClick={() => void restore()}
            >
              {text('history.restore.whole')}
            </Button>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
