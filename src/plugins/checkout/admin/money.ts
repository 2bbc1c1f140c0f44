import { useIntl } from 'react-intl';

/** Writes an amount of a currency's smallest unit as people do. */
export const useMoney = () => {
  const { locale } = useIntl();
  return (amount: number, currency: string): string => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const { maximumFractionDigits = 2 } = format.resolvedOptions();
    return format.format(amount / 10 ** maximumFractionDigits);
  };
};
