import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import { formatAmount, formatMoney } from '../../../../catalogue/money/format-money';
import type { ParsedPrice } from '../../../../catalogue/money/parse-price';
import { isSymbolOf } from '../../../../catalogue/money/currency-symbols';
import type { Sold } from './lines';
import { useTexts } from './texts';

type PriceHintProps = {
  price: ParsedPrice;
  sold: readonly Sold[];
};

const Amounts = ({ amount, sold }: { amount: number; sold: readonly Sold[] }) => {
  const text = useTexts();
  const { locale } = useIntl();
  if (sold.length === 0) {
    return (
      <Typography variant="pi">
        {text('prices.understood', { amount: formatAmount(amount, locale) })}
      </Typography>
    );
  }
  return sold.map(({ currency, lines }) => {
    const money = formatMoney(amount, currency, locale);
    return (
      <Typography key={currency} variant="pi" fontWeight="semiBold" textColor="neutral800">
        {sold.length === 1
          ? text('prices.understood', { amount: money })
          : text('prices.understood-of-line', { amount: money, lines: lines.join(', ') })}
      </Typography>
    );
  });
};

const Notice = ({ children }: { children: string }) => (
  <Typography variant="pi" textColor="warning600">
    {children}
  </Typography>
);

/** Shows the parsed price below its field. */
export const PriceHint = ({ price, sold }: PriceHintProps) => {
  const text = useTexts();
  if (price.kind !== 'amount') return null;
  const { amount, symbol } = price;
  const isForeign = symbol !== null && sold.length > 0;
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} data-price-understood>
      <Amounts amount={amount} sold={sold} />
      {sold.length > 1 && <Notice>{text('prices.several')}</Notice>}
      {isForeign && !sold.some(({ currency }) => isSymbolOf(symbol, currency)) && (
        <Notice>{text('prices.other-currency', { sign: symbol })}</Notice>
      )}
    </Flex>
  );
};
