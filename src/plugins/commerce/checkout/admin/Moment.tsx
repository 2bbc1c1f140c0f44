import { Typography } from '@strapi/design-system';
import { useFormatTime } from './use-format-time';

/** Shows a date and time, short enough for a column. */
export const Moment = ({ at }: { at: unknown }) => {
  const { zone, formatTime } = useFormatTime();
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }} title={zone}>
      {typeof at === 'string' ? formatTime(at) : '—'}
    </Typography>
  );
};
