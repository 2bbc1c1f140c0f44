import { useIntl } from 'react-intl';
import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
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
  const labelOf = useColumnLabel();
  const all = listColumnKeys(columns);
  return (
    <SingleSelect
      size="S"
      aria-label={label}
      {...(placeholder !== undefined && { placeholder })}
      {...(clearLabel !== undefined && { clearLabel, onClear })}
      value={placeholder !== undefined && heading === 'none' ? undefined : getHeadingValue(heading)}
      onChange={(value) => {
        const other = others.find((item) => item.value === value)?.value;
        const column = all.find((item) => getHeadingValue(item) === value);
        const selectedColumn = other ?? column;
        if (selectedColumn !== undefined) onChange(selectedColumn);
      }}
    >
      {others.map((option) => (
        <SingleSelectOption key={option.value} value={option.value}>
          {option.label}
        </SingleSelectOption>
      ))}
      {all.map((column) => (
        <SingleSelectOption key={getHeadingValue(column)} value={getHeadingValue(column)}>
          {labelOf(columns, column)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};
