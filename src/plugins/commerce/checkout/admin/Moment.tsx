import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';

/** Shows a date and time, short enough for a column. */
export const Moment = ({ at }: { at: unknown }) => {
  const { formatDate } = useIntl();
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
      {typeof at === 'string' ? formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }) : '—'}
    </Typography>
  );
};
