import { useState } from 'react';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { SheetRows } from '../edit';
import { useTexts } from './texts';

/** Numbers of hidden rows and columns in a file, for the confirmation. */
export type HiddenCounts = { rows: number; hiddenRows: number; hiddenColumns: number };

const countsOf = ({ rows, hiddenColumns }: SheetRows, headingRows: number): HiddenCounts => ({
  rows: rows.length - headingRows,
  hiddenRows: rows.filter(({ isHidden }) => isHidden).length,
  hiddenColumns: hiddenColumns.length,
});

const cellsOf = ({ rows, hiddenColumns }: SheetRows, withHidden: boolean): string[][] =>
  rows
    .filter(({ isHidden }) => withHidden || !isHidden)
    .map(({ cells }) => cells.filter((_, at) => withHidden || !hiddenColumns.includes(at)));

/**
 * Sends a file to the server, which parses its rows. Hidden rows and columns need a confirmation.
 */
export const useSheetFile = (
  model: string,
  {
    onRows,
    hasNames,
  }: {
    onRows: (rows: readonly (readonly string[])[]) => void;
    /** Whether the first row has headings. */
    hasNames: (rows: readonly (readonly string[])[]) => boolean;
  },
) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const [asked, setAsked] = useState<SheetRows>();

  const hiddenIn = (sheet: SheetRows): HiddenCounts => {
    const isHeaded = sheet.rows[0]?.isHidden === false && hasNames(cellsOf(sheet, true));
    return countsOf(sheet, isHeaded ? 1 : 0);
  };

  const take = (sheet: SheetRows, withHidden: boolean): void => {
    const rows = cellsOf(sheet, withHidden);
    setAsked(undefined);
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
      const { hiddenRows, hiddenColumns } = hiddenIn(data.data);
      if (hiddenRows + hiddenColumns > 0) setAsked(data.data);
      else take(data.data, true);
    } catch (error) {
      noticeError(error);
    }
  };

  return {
    read,
    /** Hidden rows and columns that await confirmation. */
    hidden: asked === undefined ? null : hiddenIn(asked),
    answer: (withHidden: boolean) => asked !== undefined && take(asked, withHidden),
    cancel: () => setAsked(undefined),
  };
};
