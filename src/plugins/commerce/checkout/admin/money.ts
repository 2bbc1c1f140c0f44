import { useIntl } from 'react-intl';
import { formatCharge } from '../../../../catalogue/money/format-money';

/** Returns a function that formats amounts given in the provider's smallest currency unit. */
export const useMoney = () => {
  const { locale } = useIntl();
  return (amount: number, currency: string): string => formatCharge(amount, currency, locale);
};
