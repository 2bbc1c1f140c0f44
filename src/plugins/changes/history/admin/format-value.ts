import { useIntl } from 'react-intl';
import { findChoiceLabel } from '../../../../feature/admin/labels';
import { useTimeZone } from '../../../../feature/admin/use-time-zone';

/** Format of stored timestamps. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export type FormatValue = (field: string, value: string | number) => string | number;

/**
 * Returns a function that formats a value as its field does: 1.234,50 in Spanish, choices by label,
 * and instants in the time zone of the business lines.
 */
export const useFormatValue = (): FormatValue => {
  const intl = useIntl();
  const timeZone = useTimeZone() ?? 'UTC';
  return (field, value) => {
    if (typeof value === 'number') {
      return Number.isInteger(value)
        ? value
        : intl.formatNumber(value, { minimumFractionDigits: 2, useGrouping: 'always' });
    }
    return MOMENT.test(value)
      ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', timeZone })
      : (findChoiceLabel(field, value) ?? value);
  };
};
