import type { ReactNode } from 'react';
import {
  Box,
  Field,
  Table,
  Tbody,
  Td,
  TextInput,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import { useLanguage } from '../../../feature/admin/texts';
import type { Planned, Written } from '../edit';
import { OutcomeText } from './OutcomeText';
import { useTexts } from './texts';
import type { Outcome } from './use-saving';

type Props = {
  headings: readonly { called: string; content: ReactNode }[];
  rows: readonly Written[];
  planned: readonly Planned[];
  outcomes: ReadonlyMap<string, Outcome>;
  isBusy: boolean;
  onWrite: (row: number, column: number, written: string) => void;
};

/** Rows of entries: what stands in each cell before and after, and why it cannot. */
export const Grid = ({ headings, rows, planned, outcomes, isBusy, onWrite }: Props) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <Box overflow="auto">
      <Table colCount={headings.length + 1} rowCount={rows.length + 1}>
        <Thead>
          <Tr>
            <Th>
              <Typography variant="sigma">{text('bulk-edit.entry')}</Typography>
            </Th>
            {headings.map(({ called, content }) => (
              <Th key={called}>{content}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {rows.map((row, at) => {
            const plan = planned.find(({ key }) => key === row.key);
            const entry = plan?.title === undefined || plan.title === '' ? row.key : plan.title;
            const reason = plan?.error?.[language];
            return (
              <Tr key={`${row.key} ${at}`} data-row={row.key}>
                <Td>
                  <Typography tag="p" fontWeight="semiBold">
                    {entry}
                  </Typography>
                  {reason !== undefined && (
                    <Typography tag="p" variant="pi" textColor="danger700">
                      {reason}
                    </Typography>
                  )}
                  <OutcomeText outcome={outcomes.get(row.key)} />
                </Td>
                {headings.map(({ called }, column) => {
                  const cell = plan?.cells[column];
                  const written = row.cells[column] ?? cell?.before ?? '';
                  const isChanged = cell !== undefined && cell.before !== cell.after;
                  return (
                    <Td key={called}>
                      <Field.Root
                        name={`${row.key} ${column}`}
                        error={cell?.error?.[language]}
                        hint={
                          isChanged
                            ? text('bulk-edit.before', {
                                before: cell.before === '' ? text('bulk-edit.empty') : cell.before,
                              })
                            : undefined
                        }
                      >
                        <TextInput
                          aria-label={text('bulk-edit.cell', { field: called, entry })}
                          size="S"
                          value={written}
                          disabled={isBusy}
                          onChange={({ target }) => onWrite(at, column, target.value)}
                        />
                        <Field.Hint />
                        <Field.Error />
                      </Field.Root>
                    </Td>
                  );
                })}
              </Tr>
            );
          })}
        </Tbody>
      </Table>
    </Box>
  );
};
