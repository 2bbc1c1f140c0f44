import { useIntl } from 'react-intl';
import { Status, Typography } from '@strapi/design-system';
import { formatCharge } from '#catalogue/money/format-money';
import { useTimeZone } from '#feature/admin/use-time-zone';
import { useTexts } from './texts';

/** Returns a function that formats amounts given in the provider's smallest currency unit. */
export const useMoney = () => {
  const { locale } = useIntl();
  return (amount: number, currency: string): string => formatCharge(amount, currency, locale);
};

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
    formatTime: (timestamp, style = { timeStyle: 'short' }) =>
      zone === undefined
        ? '—'
        : formatDate(timestamp, { dateStyle: 'medium', ...style, timeZone: zone }),
  };
};

/** Shows an amount of an order, formatted in the user's language. */
export const Amount = ({ amount, currency }: { amount: unknown; currency: unknown }) => {
  const money = useMoney();
  return (
    <Typography textColor="neutral800" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : '—'}
    </Typography>
  );
};

/** Shows a date and time, short enough for a column. */
export const Moment = ({ at }: { at: unknown }) => {
  const { zone, formatTime } = useFormatTime();
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }} title={zone}>
      {typeof at === 'string' ? formatTime(at) : '—'}
    </Typography>
  );
};

const variants = {
  open: 'secondary',
  complete: 'alternative',
  expired: 'neutral',
  paid: 'success',
  failed: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
  disputed: 'danger',
} as const;

type OrderState = keyof typeof variants;

const isState = (state: string): state is OrderState => state in variants;

/** Shows the state of an order as a coloured badge. */
export const StateBadge = ({ state }: { state: string }) => {
  const text = useTexts();
  if (!isState(state)) return null;
  return (
    <Status variant={variants[state]} size="S" width="min-content">
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {text(`checkout.state.${state}`)}
      </Typography>
    </Status>
  );
};
