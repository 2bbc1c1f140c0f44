import { useIntl } from 'react-intl';
import { formatMoney } from '../../../../catalogue/money/format-money';
import type { ListedPrice } from './use-products';
import { isMessage, useTexts } from './texts';

type Written = Pick<ListedPrice, 'amount' | 'currency'> & {
  interval?: string | null | undefined;
  intervalCount?: number | null | undefined;
  instalments?: number | 'unclear' | null | undefined;
};

/** Returns a function that writes a price with its interval: `9.00 € a month, 10 times`. */
export const usePriceText = (): ((price: Written) => string) => {
  const text = useTexts();
  const { locale } = useIntl();
  return ({ amount, currency, interval = null, intervalCount = null, instalments = null }) => {
    const money = formatMoney(amount, currency, locale);
    if (interval === null) return money;
    const id = `prices.every.${interval}`;
    const every = isMessage(id) ? text(id, { money, count: intervalCount ?? 1 }) : money;
    return typeof instalments === 'number'
      ? text('prices.times', { price: every, count: instalments })
      : every;
  };
};
