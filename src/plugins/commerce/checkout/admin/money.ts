import { useIntl } from 'react-intl';
import { formatCharge } from '../../../../feature/format-money';

/** Writes an amount of a currency's smallest unit at the payment provider as people do. */
export const useMoney = () => {
  const { locale } = useIntl();
  return (amount: number, currency: string): string => formatCharge(amount, currency, locale);
};
