import { Typography } from '@strapi/design-system';
import { useMoney } from './money';

/** An amount of an order, as people write it. */
export const Amount = ({ amount, currency }: { amount: unknown; currency: unknown }) => {
  const money = useMoney();
  return (
    <Typography textColor="neutral800" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : '—'}
    </Typography>
  );
};
