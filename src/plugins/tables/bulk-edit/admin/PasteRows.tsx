import { Field, Flex, Textarea, Button, Dialog, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { DownloadButton } from '#platform/admin/DownloadButton';
import { FileButton } from '#platform/admin/FileButton';
import { useErrorNotice } from '#platform/admin/error-notice';
import type { SheetRows } from '../edit';
import { parse } from 'csv-parse/browser/esm/sync';
import { buildCsvOptions, withoutMark } from '#platform/http/spreadsheets/text';
import { useTexts } from './texts';

/** Parses pasted spreadsheet rows, without blank lines. */
const parsePastedRows = (text: string): string[][] => {
  const rows: string[][] = parse(text, buildCsvOptions(text));
  return rows.map((row) => row.map(withoutMark));
};

/** Numbers of hidden rows and columns in a file, for the confirmation. */
type HiddenCounts = { rows: number; hiddenRows: number; hiddenColumns: number };

const toHiddenCounts = ({ rows, hiddenColumns }: SheetRows, headingRows: number): HiddenCounts => ({
  rows: rows.length - headingRows,
  hiddenRows: rows.filter(({ isHidden }) => isHidden).length,
  hiddenColumns: hiddenColumns.length,
});

const selectCells = ({ rows, hiddenColumns }: SheetRows, withHidden: boolean): string[][] =>
  rows
    .filter(({ isHidden }) => withHidden || !isHidden)
    .map(({ cells }) => cells.filter((_, index) => withHidden || !hiddenColumns.includes(index)));

/**
 * Sends a file to the server, which parses its rows. Hidden rows and columns need a confirmation.
 */
const useSheetFile = (
  model: string,
  {
    onRows,
    hasNames,
  }: {
    onRows: (rows: readonly (readonly string[])[]) => void;
    hasNames: (rows: readonly (readonly string[])[]) => boolean;
  },
) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const [sheetRows, setSheetRows] = useState<SheetRows>();

  const countHiddenIn = (sheet: SheetRows): HiddenCounts => {
    const isHeaded = sheet.rows[0]?.isHidden === false && hasNames(selectCells(sheet, true));
    return toHiddenCounts(sheet, isHeaded ? 1 : 0);
  };

  const takeSheet = (sheet: SheetRows, withHidden: boolean): void => {
    const rows = selectCells(sheet, withHidden);
    setSheetRows(undefined);
    if (rows.length > 0) onRows(rows);
    else toggleNotification({ type: 'danger', message: text('bulk-edit.file.empty') });
  };

  const read = async (file: File): Promise<void> => {
    const form = new FormData();
    form.append('uid', model);
    form.append('file', file);
    try {
      const { data } = await post<{ data: SheetRows }>('/import-export/rows', form);
      const { sheet, hiddenSheets, otherSheets } = data.data;
      const skipped = [...otherSheets, ...hiddenSheets.filter((name) => name !== sheet)];
      if (skipped.length > 0) {
        const names = { sheet: sheet ?? '', skipped: skipped.join(', ') };
        toggleNotification({ type: 'info', message: text('bulk-edit.file.sheets', names) });
      }
      const { hiddenRows, hiddenColumns } = countHiddenIn(data.data);
      if (hiddenRows + hiddenColumns > 0) setSheetRows(data.data);
      else takeSheet(data.data, true);
    } catch (error) {
      noticeError(error);
    }
  };

  return {
    read,
    /** Hidden rows and columns that await confirmation. */
    hidden: sheetRows === undefined ? null : countHiddenIn(sheetRows),
    answer: (withHidden: boolean) => sheetRows !== undefined && takeSheet(sheetRows, withHidden),
    cancel: () => setSheetRows(undefined),
  };
};

type HiddenInFileProps = {
  hidden: HiddenCounts;
  onAnswer: (withHidden: boolean) => void;
  onCancel: () => void;
};

/** Asks whether to import the hidden rows and columns of a file. */
const HiddenInFile = ({
  hidden: { rows, hiddenRows, hiddenColumns },
  onAnswer,
  onCancel,
}: HiddenInFileProps) => {
  const text = useTexts();
  return (
    <Dialog.Root open onOpenChange={onCancel}>
      <Dialog.Content>
        <Dialog.Header>{text('bulk-edit.file.hidden')}</Dialog.Header>
        <Dialog.Body>
          {hiddenRows > 0 && (
            <Typography textAlign="center">
              {text('bulk-edit.file.hidden-rows', { count: hiddenRows, rows })}
            </Typography>
          )}
          {hiddenColumns > 0 && (
            <Typography textAlign="center">
              {text('bulk-edit.file.hidden-columns', { count: hiddenColumns })}
            </Typography>
          )}
        </Dialog.Body>
        <Dialog.Footer>
          {/* The dialog focuses its cancel element first. */}
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth onClick={() => onAnswer(false)}>
              {text('bulk-edit.file.leave-hidden')}
            </Button>
          </Dialog.Cancel>
          <Button fullWidth onClick={() => onAnswer(true)}>
            {text('bulk-edit.file.take-hidden')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};

type PasteRowsProps = {
  model: string;
  locale: string | null;
  /** Query of the list whose entries are exported. */
  list: string;
  onRows: (rows: readonly (readonly string[])[]) => void;
  hasNames: (rows: readonly (readonly string[])[]) => boolean;
};

/** Takes the rows of a grid: pasted cells, or a file. */
export const PasteRows = ({ model, locale, list, onRows, hasNames }: PasteRowsProps) => {
  const text = useTexts();
  const file = useSheetFile(model, { onRows, hasNames });
  const query = new URLSearchParams(list);
  if (locale !== null) query.set('locale', locale);
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Field.Root name="rows" hint={text('bulk-edit.paste.hint')}>
        <Field.Label>{text('bulk-edit.paste')}</Field.Label>
        <Textarea
          onChange={({ target }) =>
            target.value.trim() !== '' && onRows(parsePastedRows(target.value))
          }
          value=""
        />
        <Field.Hint />
      </Field.Root>
      <Field.Root name="file" hint={text('bulk-edit.file.hint')}>
        <FileButton
          label={text('bulk-edit.file')}
          text={text('bulk-edit.file')}
          accept=".csv,.tsv,.txt,.xlsx"
          onChoose={(chosen) => void file.read(chosen)}
        />
        <Field.Hint />
      </Field.Root>
      {file.hidden !== null && (
        <HiddenInFile hidden={file.hidden} onAnswer={file.answer} onCancel={file.cancel} />
      )}
      <Flex>
        <DownloadButton
          label={text('bulk-edit.export')}
          failure={text('bulk-edit.export.failed')}
          address={`/bulk-edit/${model}/rows.csv?${query.toString()}`}
          params={{}}
          file={`${model.split('.').at(-1) ?? 'entries'}.csv`}
        />
      </Flex>
    </Flex>
  );
};
