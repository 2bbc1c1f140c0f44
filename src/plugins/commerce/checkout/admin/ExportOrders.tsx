import { useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  Button,
  DatePicker,
  Field,
  Flex,
  Modal,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { DownloadButton } from '#platform/admin/DownloadButton';
import { ModalHeading } from '#platform/admin/ModalHeading';
import { useLanguage } from '#feature/admin/texts';
import { ORDER } from './OrderPanel';
import { useTexts } from './texts';

const files = {
  xlsx: { format: 'xlsx' },
  movements: { format: 'csv', content: 'movements' },
  sums: { format: 'csv', content: 'sums' },
} as const;

type File = keyof typeof files;

const pad = (number: number): string => String(number).padStart(2, '0');

/** Returns a day in the browser's time zone: `2026-11-28`. */
const formatIsoDay = (day: Date): string =>
  `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;

/** Returns the first and the last day of the previous month, which accountants close. */
const getPreviousMonth = (now: Date): { from: Date; to: Date } => ({
  from: new Date(now.getFullYear(), now.getMonth() - 1, 1),
  to: new Date(now.getFullYear(), now.getMonth(), 0),
});

const ExportForm = () => {
  const text = useTexts();
  const language = useLanguage();
  const { locale } = useIntl();
  const [{ from, to }, setPeriod] = useState(() => getPreviousMonth(new Date()));
  const [file, setFile] = useState<File>('xlsx');
  const { format } = files[file];
  const isValid = from <= to;

  const renderDayField = (name: 'from' | 'to', day: Date) => (
    <Field.Root name={name} error={isValid ? undefined : text('checkout.export.wrong-period')}>
      <Field.Label>{text(`checkout.export.${name}`)}</Field.Label>
      <DatePicker
        locale={locale}
        value={day}
        onChange={(date: Date | undefined) => {
          if (date !== undefined) setPeriod((period) => ({ ...period, [name]: date }));
        }}
      />
      {name === 'to' && <Field.Error />}
    </Field.Root>
  );

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Flex gap={4} alignItems="flex-start">
            {renderDayField('from', from)}
            {renderDayField('to', to)}
          </Flex>
          <Field.Root name="file">
            <Field.Label>{text('checkout.export.file')}</Field.Label>
            <SingleSelect value={file} onChange={(value) => setFile(value as File)}>
              {Object.keys(files).map((name) => (
                <SingleSelectOption key={name} value={name}>
                  {text(`checkout.export.file.${name as File}`)}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Modal.Close>
          <Button variant="tertiary">{text('checkout.export.close')}</Button>
        </Modal.Close>
        {isValid && (
          <DownloadButton
            label={text('checkout.export.download')}
            failure={text('checkout.export.failed')}
            address="/checkout/orders/export"
            params={{
              ...files[file],
              from: formatIsoDay(from),
              to: formatIsoDay(to),
              timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              language,
            }}
            file={`${text('checkout.export.name')}-${formatIsoDay(from)}-${formatIsoDay(to)}.${format}`}
          />
        )}
      </Modal.Footer>
    </>
  );
};

/** Exports payments and refunds of a period from the list of orders. Other lists show nothing. */
export const ExportOrders = () => {
  const text = useTexts();
  const { slug } = useParams();
  if (slug !== ORDER) return null;
  return (
    <Modal.Root>
      <Modal.Trigger>
        <Button variant="tertiary" size="S" startIcon={<Download />}>
          {text('checkout.export.open')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <ModalHeading>{text('checkout.export.title')}</ModalHeading>
        <ExportForm />
      </Modal.Content>
    </Modal.Root>
  );
};
