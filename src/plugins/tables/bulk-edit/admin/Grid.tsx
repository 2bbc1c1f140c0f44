import type { ReactNode } from 'react';
import { Box, Typography, Field, TextInput } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useLanguage } from '#feature/admin/texts';
import { formatMoney } from '#catalogue/money/format-money';
import type { PlannedRow, SubmittedRow, Cell } from '../edit';
import { OutcomeText, type Outcome } from './SaveButtons';
import { useTexts } from './texts';
import { parse } from 'csv-parse/browser/esm/sync';
import { LINE_ENDS, withoutMark } from '#platform/http/spreadsheets/text';

/**
 * Parses pasted spreadsheet cells, with blank lines, so that later rows keep their place.
 * Spreadsheets separate cells by tabs; a comma belongs to a number.
 */
const parsePastedCells = (text: string): string[][] => {
  const rows: string[][] = parse(text, {
    delimiter: '\t',
    recordDelimiter: LINE_ENDS,
    relaxColumnCount: true,
    relaxQuotes: true,
  });
  return rows.map((row) => row.map(withoutMark));
};

type GridCellProps = {
  name: string;
  label: string;
  cell: Cell | undefined;
  /** Null until the user edits the cell. */
  written: string | null;
  isBusy: boolean;
  onWrite: (cells: readonly (readonly string[])[]) => void;
};

const GridCell = ({ name, label, cell, written, isBusy, onWrite }: GridCellProps) => {
  const text = useTexts();
  const language = useLanguage();
  const { locale } = useIntl();
  const charged = cell?.charged;
  const isChanged = cell !== undefined && cell.before !== cell.after;
  const before = cell?.before === '' ? text('bulk-edit.empty') : cell?.before;
  return (
    <Field.Root
      name={name}
      error={cell?.error?.[language]}
      hint={isChanged ? text('bulk-edit.before', { before: before ?? '' }) : undefined}
    >
      <TextInput
        aria-label={label}
        size="S"
        value={written ?? cell?.before ?? ''}
        disabled={isBusy}
        onChange={({ target }) => onWrite([[target.value]])}
        onPaste={(event) => {
          const cells = parsePastedCells(event.clipboardData.getData('text'));
          if (cells.length === 1 && cells[0]?.length === 1) return;
          // A text input would drop the separators, and two numbers would become one.
          event.preventDefault();
          onWrite(cells);
        }}
      />
      <Field.Hint />
      <Field.Error />
      {charged !== undefined && (
        <Typography
          variant="pi"
          textColor={charged.ways === null ? 'success700' : 'danger700'}
          data-charged={charged.ways === null}
        >
          {text(charged.ways === null ? 'bulk-edit.charged' : 'bulk-edit.charged.instead', {
            amount: formatMoney(charged.amount, charged.currency, locale),
          })}
        </Typography>
      )}
    </Field.Root>
  );
};

/** Returns the number of rows by which a key moves, as in a spreadsheet. */
const getRowStep = ({ key, shiftKey }: KeyboardEvent): number => {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  return 0;
};

/** Returns the cell above or below to which a key moves; undefined if it does not move. */
const findTargetCell = (event: KeyboardEvent): HTMLInputElement | undefined => {
  const rows = event.isComposing ? 0 : getRowStep(event);
  if (rows === 0 || !(event.target instanceof HTMLInputElement)) return undefined;
  const cell = event.target.closest('td');
  const row = cell?.closest('tr');
  const table = row?.closest('table');
  if (!cell || !row || !table) return undefined;
  return (
    table.rows[row.rowIndex + rows]?.cells[cell.cellIndex]?.querySelector('input') ?? undefined
  );
};

type Props = {
  headings: readonly { label: string; content: ReactNode }[];
  rows: readonly SubmittedRow[];
  planned: readonly PlannedRow[];
  outcomes: ReadonlyMap<string, Outcome>;
  isBusy: boolean;
  /** Receives typed or pasted values from a cell to the right and down. */
  onWrite: (row: number, column: number, cells: readonly (readonly string[])[]) => void;
};

const heading = {
  tag: 'th',
  padding: 4,
  style: { textAlign: 'left' },
  borderColor: 'neutral150',
  borderStyle: 'solid',
  borderWidth: '0 0 1px',
} as const;

const standing = { ...heading, tag: 'td', style: { verticalAlign: 'top' } } as const;

/**
 * Returns the plan of a row. Entries may occur in several rows, and the plan of former rows applies
 * until the next one.
 */
const findRowPlan = (
  planned: readonly PlannedRow[],
  { key }: SubmittedRow,
  index: number,
): PlannedRow | undefined =>
  planned[index]?.key === key ? planned[index] : planned.find((item) => item.key === key);

/**
 * Shows rows of entries with the former and new value of each cell, and errors.
 *
 * The design system's table does not suit editable cells: it returns the focus to the cell that was
 * just left. Text typed after moving up a row would end in the row below.
 */
export const Grid = ({ headings, rows, planned, outcomes, isBusy, onWrite }: Props) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <Box overflow="auto">
      <Box
        tag="table"
        width="100%"
        style={{ borderCollapse: 'collapse' }}
        onKeyDown={(event) => {
          const cell = findTargetCell(event.nativeEvent);
          if (cell === undefined) return;
          event.preventDefault();
          cell.focus();
          cell.select();
        }}
      >
        <thead>
          <tr>
            <Box {...heading}>
              <Typography variant="sigma">{text('bulk-edit.entry')}</Typography>
            </Box>
            {headings.map(({ label, content }) => (
              <Box key={label} {...heading}>
                {content}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const plan = findRowPlan(planned, row, index);
            const entry = plan?.title === undefined || plan.title === '' ? row.key : plan.title;
            const reason = plan?.error?.[language];
            return (
              <tr key={`${row.key} ${index}`} data-row={row.key}>
                <Box {...standing}>
                  <Typography tag="p" fontWeight="semiBold">
                    {entry}
                  </Typography>
                  {reason !== undefined && (
                    <Typography tag="p" variant="pi" textColor="danger700">
                      {reason}
                    </Typography>
                  )}
                  {reason === undefined && <OutcomeText outcome={outcomes.get(row.key)} />}
                </Box>
                {headings.map(({ label }, column) => (
                  <Box key={label} {...standing}>
                    <GridCell
                      name={`${row.key} ${column}`}
                      label={text('bulk-edit.cell', { field: label, entry })}
                      cell={plan?.cells[column]}
                      written={row.cells[column] ?? null}
                      isBusy={isBusy}
                      onWrite={(cells) => onWrite(index, column, cells)}
                    />
                  </Box>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
};
