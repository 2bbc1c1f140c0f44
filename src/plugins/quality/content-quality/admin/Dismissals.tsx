import { useState } from 'react';
import { Button, DatePicker, Field, Flex, Modal, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useErrorNotice } from '#platform/admin/error-notice';
import { ModalHeading } from '#platform/admin/ModalHeading';
import type { Dismissal, Group, GroupKey } from '../content-quality';
import { useTexts } from './texts';
import { useLanguage } from '#feature/admin/texts';
import { mergeGroups } from './use-to-do-list';

/** Days until which a finding is dismissed, unless the user chooses others. */
const DAYS = 30;

const addDaysToToday = (days: number): Date => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
};

const pad = (number: number): string => String(number).padStart(2, '0');

const formatIsoDay = (day: Date): string =>
  `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;

type Dismiss = (dismissal: Omit<Dismissal, 'by'>) => Promise<void>;

const DismissForm = ({ onDismiss, onDone }: { onDismiss: Dismiss; onDone: () => void }) => {
  const text = useTexts();
  const { locale, formatMessage } = useIntl();
  const noticeError = useErrorNotice();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => addDaysToToday(DAYS));
  const [isBusy, setIsBusy] = useState(false);

  const dismiss = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onDismiss({ reason: reason.trim(), until: formatIsoDay(until) });
      onDone();
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>{text('content-quality.dismiss.hint')}</Typography>
          <Field.Root name="reason" required>
            <Field.Label>{text('content-quality.dismiss.reason')}</Field.Label>
            <Field.Input
              type="text"
              maxLength={500}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          </Field.Root>
          <Field.Root name="until" required>
            <Field.Label>{text('content-quality.dismiss.until')}</Field.Label>
            <DatePicker
              locale={locale}
              minDate={addDaysToToday(0)}
              maxDate={addDaysToToday(365)}
              value={until}
              onChange={(day: Date | undefined) => {
                if (day !== undefined) setUntil(day);
              }}
            />
          </Field.Root>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onDone}>
          {formatMessage({ id: 'app.components.Button.cancel', defaultMessage: 'Cancel' })}
        </Button>
        <Button loading={isBusy} disabled={reason.trim() === ''} onClick={() => void dismiss()}>
          {text('content-quality.dismiss')}
        </Button>
      </Modal.Footer>
    </>
  );
};

/** Button that dismisses findings with a reason, until a day. */
export const DismissButton = ({ title, onDismiss }: { title: string; onDismiss: Dismiss }) => {
  const text = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Modal.Root open={isOpen} onOpenChange={setIsOpen}>
      <Modal.Trigger>
        <Button size="S" variant="ghost" aria-label={text('content-quality.dismiss.of', { title })}>
          {text('content-quality.dismiss')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <ModalHeading>{text('content-quality.dismiss.title')}</ModalHeading>
        <DismissForm onDismiss={onDismiss} onDone={() => setIsOpen(false)} />
      </Modal.Content>
    </Modal.Root>
  );
};

/** Lists dismissed findings with their reasons, each with a button to show it again if the user may. */
export const DismissedList = ({
  groups,
  onRestore,
}: {
  groups: readonly Group[];
  onRestore: (groups: readonly GroupKey[]) => Promise<void>;
}) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatDate } = useIntl();
  const noticeError = useErrorNotice();
  const dismissed = mergeGroups(groups.filter(({ dismissal }) => dismissal !== null));
  if (dismissed.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography tag="h2" variant="beta">
        {text('content-quality.dismissed')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {dismissed.map(({ key, groups: dismissedGroups }) => {
          const title = dismissedGroups[0]?.title[language] ?? '';
          const dismissal = dismissedGroups[0]?.dismissal;
          return (
            <Flex key={key} tag="li" gap={4} alignItems="flex-start" justifyContent="space-between">
              <Flex direction="column" alignItems="flex-start" gap={1}>
                <Typography fontWeight="semiBold">{title}</Typography>
                {dismissal !== null && dismissal !== undefined && (
                  <Typography textColor="neutral600">
                    {text('content-quality.dismissed.why', {
                      by: dismissal.by,
                      until: formatDate(dismissal.until, { dateStyle: 'medium', timeZone: 'UTC' }),
                      reason: dismissal.reason,
                    })}
                  </Typography>
                )}
              </Flex>
              {dismissedGroups.every(({ mayDismiss }) => mayDismiss) && (
                <Button
                  size="S"
                  variant="tertiary"
                  aria-label={text('content-quality.restore.of', { title })}
                  onClick={() => void onRestore(dismissedGroups).catch(noticeError)}
                >
                  {text('content-quality.restore')}
                </Button>
              )}
            </Flex>
          );
        })}
      </Flex>
    </Flex>
  );
};
