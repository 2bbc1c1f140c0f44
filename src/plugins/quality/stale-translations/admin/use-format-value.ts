import { useIntl } from 'react-intl';
import { useTimeZone } from '../../../../feature/admin/use-time-zone';
import type { ShownValue } from '../differences';
import { useTexts } from './texts';

/** Format of stored timestamps. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Returns a function that formats values as the form does. */
export const useFormatValue = (): ((value: ShownValue) => string) => {
  const text = useTexts();
  const intl = useIntl();
  const timeZone = useTimeZone() ?? 'UTC';
  return (value) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      return text('stale-translations.value.empty');
    }
    if (typeof value === 'boolean') {
      return text(value ? 'stale-translations.value.yes' : 'stale-translations.value.no');
    }
    if (typeof value === 'number') {
      const decimals = Number.isInteger(value) ? 0 : 2;
      return intl.formatNumber(value, { minimumFractionDigits: decimals });
    }
    if (typeof value === 'string') {
      return MOMENT.test(value)
        ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', timeZone })
        : value;
    }
    return value.join(', ');
  };
};
