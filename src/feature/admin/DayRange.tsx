import { useIntl } from 'react-intl';
import { DatePicker, Flex } from '@strapi/design-system';
import { LabelledFilter } from './LabelledFilter';

/** First and last day of a period, in the reader's time zone. */
export type Days = { from: Date | undefined; to: Date | undefined };

const startOf = (day: Date): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate());

const dayAfter = (day: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);

/** Returns the query of a period. It includes the whole last day. */
export const periodOf = ({ from, to }: Days): Record<string, string> => ({
  ...(from !== undefined && { from: startOf(from).toISOString() }),
  ...(to !== undefined && { to: dayAfter(to).toISOString() }),
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
