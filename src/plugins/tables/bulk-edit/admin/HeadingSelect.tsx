import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useLanguage } from '#feature/admin/texts';
import type { ColumnKey, Columns } from '../edit';
import type { Heading } from '../headings';
import { useTexts } from './texts';

/** Returns a function that formats the label of a field in a language. */
export const useColumnLabel = (): ((columns: Columns, column: ColumnKey) => string) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatDisplayName } = useIntl();
  return ({ columns }, { name, locale }) => {
    const label = columns.find((item) => item.name === name)?.label[language] ?? name;
    if (locale === null) return label;
    return text('bulk-edit.column.in', {
      label,
      language: formatDisplayName(locale, { type: 'language' }) ?? locale,
    });
  };
};

const getHeadingValue = (heading: Heading): string =>
  typeof heading === 'string' ? heading : `${heading.name}:${heading.locale ?? ''}`;

const listColumnKeys = ({ columns, locales }: Columns): ColumnKey[] =>
  columns.flatMap(({ name }): ColumnKey[] =>
    locales.length === 0 ? [{ name, locale: null }] : locales.map((locale) => ({ name, locale })),
  );

/** Selects the field of a column by a part of its label. */
export const HeadingSelect = ({
  label,
  columns,
  heading,
  others,
  placeholder,
  clearLabel,
  onClear,
  onChange,
}: {
  label: string;
  columns: Columns;
  heading: Heading;
  others: readonly { value: 'key' | 'none'; label: string }[];
  /** Text of a column without a meaning, if `others` has no name for it. */
  placeholder?: string;
  clearLabel?: string;
  onClear?: () => void;
  onChange: (heading: Heading) => void;
}) => {
  const text = useTexts();
  const labelOf = useColumnLabel();
  const all = listColumnKeys(columns);
  const options = [
    ...others,
    ...all.map((column) => ({ value: getHeadingValue(column), label: labelOf(columns, column) })),
  ];
  const value = getHeadingValue(heading);
  const selected = options.find((option) => option.value === value);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Combobox
      size="S"
      aria-label={label}
      autocomplete={{ type: 'list', filter: 'contains' }}
      noOptionsMessage={() => text('bulk-edit.column.no-match')}
      placeholder={selected?.label ?? placeholder ?? ''}
      {...(clearLabel !== undefined && { clearLabel, onClear })}
      value={selected?.value ?? ''}
      open={isOpen}
      onOpenChange={(willOpen: boolean) => {
        setTyped('');
        setIsOpen(willOpen);
      }}
      // The text filters the options, so an open list starts without the chosen label.
      textValue={isOpen ? typed : (selected?.label ?? '')}
      onTextValueChange={setTyped}
      onChange={(chosen) => {
        const other = others.find((item) => item.value === chosen)?.value;
        const column = all.find((item) => getHeadingValue(item) === chosen);
        const selectedColumn = other ?? column;
        if (selectedColumn !== undefined) onChange(selectedColumn);
      }}
    >
      {options.map((option) => (
        <ComboboxOption key={option.value} value={option.value}>
          {option.label}
        </ComboboxOption>
      ))}
    </Combobox>
  );
};
