import {
  SingleSelect,
  SingleSelectOption,
  Box,
  Field,
  DatePicker,
  Flex,
} from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

/** A filter of a list with its label. */
export const LabelledFilter = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box style={{ flex: '1 1 16rem', minWidth: 0 }}>
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      {children}
    </Field.Root>
  </Box>
);

type FilterChoiceProps = {
  label: string;
  all: string;
  /** Empty while nothing is chosen. */
  value: string;
  options: readonly { value: string; label: string }[];
  isDisabled?: boolean;
  clearLabel?: string;
  onChange: (value: string) => void;
};

/** A filter of a list that chooses one of some values. */
export const FilterChoice = ({
  label,
  all,
  value,
  options,
  isDisabled = false,
  clearLabel,
  onChange,
}: FilterChoiceProps) => (
  <LabelledFilter label={label}>
    <SingleSelect
      aria-label={label}
      placeholder={all}
      value={value}
      disabled={isDisabled}
      {...(clearLabel !== undefined && { clearLabel })}
      onChange={(chosen) => onChange(String(chosen))}
      onClear={() => onChange('')}
    >
      {options.map((option) => (
        <SingleSelectOption key={option.value} value={option.value}>
          {option.label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  </LabelledFilter>
);

/** First and last day of a period, in the reader's time zone. */
export type Days = { from: Date | undefined; to: Date | undefined };

const startOf = (day: Date): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate());

const getNextDay = (day: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);

/** Returns the query of a period. It includes the whole last day. */
export const buildPeriodQuery = ({ from, to }: Days): Record<string, string> => ({
  ...(from !== undefined && { from: startOf(from).toISOString() }),
  ...(to !== undefined && { to: getNextDay(to).toISOString() }),
});

type DayRangeProps = {
  days: Days;
  labels: Record<'from' | 'to' | 'clear', string>;
  onChange: (days: Days) => void;
};

/** Filters of a list by its first and last day. */
export const DayRange = ({ days, labels, onChange }: DayRangeProps) => {
  const { locale } = useIntl();
  return (
    // Both date fields share a container, so that they wrap together.
    <Flex gap={4} style={{ flex: '2 1 33.6rem' }}>
      {(['from', 'to'] as const).map((name) => (
        <LabelledFilter key={name} label={labels[name]}>
          <DatePicker
            aria-label={labels[name]}
            locale={locale}
            value={days[name]}
            onChange={(day: Date | undefined) => onChange({ ...days, [name]: day })}
            clearLabel={labels.clear}
            onClear={() => onChange({ ...days, [name]: undefined })}
          />
        </LabelledFilter>
      ))}
    </Flex>
  );
};
