import { useIntl } from 'react-intl';
import { Field, TextInput, Typography } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import { formatMoney } from '../../../../catalogue/money/format-money';
import type { Cell } from '../edit';
import { parsePastedCells } from './parse-pasted';
import { useTexts } from './texts';

type Props = {
  name: string;
  label: string;
  cell: Cell | undefined;
  /** Null until the user edits the cell. */
  written: string | null;
  isBusy: boolean;
  onWrite: (cells: readonly (readonly string[])[]) => void;
};

/** Shows an editable cell with its former value and error. */
export const GridCell = ({ name, label, cell, written, isBusy, onWrite }: Props) => {
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
