import { useIntl } from 'react-intl';
import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import type { ColumnKey, Columns } from '../edit';
import type { Heading } from '../headings';
import { useTexts } from './texts';

/** Returns a function that formats the label of a field in a language. */
export const useCalled = (): ((columns: Columns, asked: ColumnKey) => string) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatDisplayName } = useIntl();
  return ({ columns }, { name, locale }) => {
    const label = columns.find((one) => one.name === name)?.label[language] ?? name;
    if (locale === null) return label;
    return text('bulk-edit.column.in', {
      label,
      language: formatDisplayName(locale, { type: 'language' }) ?? locale,
    });
  };
};

const valueOf = (heading: Heading): string =>
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
  const calledOf = useCalled();
  const all = listColumnKeys(columns);
  return (
    <SingleSelect
      size="S"
      aria-label={label}
      {...(placeholder !== undefined && { placeholder })}
      {...(clearLabel !== undefined && { clearLabel, onClear })}
      value={placeholder !== undefined && heading === 'none' ? undefined : valueOf(heading)}
      onChange={(value) => {
        const other = others.find((one) => one.value === value)?.value;
        const asked = all.find((one) => valueOf(one) === value);
        const chosen = other ?? asked;
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {others.map((one) => (
        <SingleSelectOption key={one.value} value={one.value}>
          {one.label}
        </SingleSelectOption>
      ))}
      {all.map((one) => (
        <SingleSelectOption key={valueOf(one)} value={valueOf(one)}>
          {calledOf(columns, one)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};
