import { Typography } from '@strapi/design-system';
import { useMoney } from './money';

/** Shows an amount of an order, formatted in the user's language. */
export const Amount = ({ amount, currency }: { amount: unknown; currency: unknown }) => {
  const money = useMoney();
  return (
    <Typography textColor="neutral800" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : '—'}
    </Typography>
  );
};
