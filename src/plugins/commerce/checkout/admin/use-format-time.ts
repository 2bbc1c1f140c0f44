import { useIntl } from 'react-intl';
import { useTimeZone } from '../../../../feature/admin/use-time-zone';

type FormatTime = (at: string, style?: { timeStyle?: 'short' }) => string;

/**
 * Formats instants of orders in the time zone of the form's fields, regardless of the browser's.
 * Returns a dash until that time zone is known.
 */
export const useFormatTime = (): { zone: string | undefined; formatTime: FormatTime } => {
  const { formatDate } = useIntl();
  const zone = useTimeZone();
  return {
    zone,
    formatTime: (at, style = { timeStyle: 'short' }) =>
      zone === undefined ? '—' : formatDate(at, { dateStyle: 'medium', ...style, timeZone: zone }),
  };
};
