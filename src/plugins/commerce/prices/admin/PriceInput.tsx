import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import { TypedInput, type TypedReading } from '#platform/admin/TypedInput';
import type { CustomInputProps } from '#platform/admin/custom-input';
import { useLanguage } from '#feature/admin/texts';
import { formatAmount, formatMoney } from '#catalogue/money/format-money';
import { type ParsedPrice, parsePrice, priceProblemTexts } from '#catalogue/money/parse-price';
import { type Sold, useSoldIn } from './lines';
import { useTexts } from './texts';
import { isSymbolOf } from '#catalogue/money/currencies';

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
const PriceHint = ({ price, sold }: PriceHintProps) => {
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

/** Edits a price with either decimal separator, and shows its currency. */
export const PriceInput = (props: CustomInputProps) => {
  const text = useTexts();
  const { locale } = useIntl();
  const language = useLanguage();
  const soldCurrencies = useSoldIn(props.name ?? '');

  const format = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    const number = Number(value);
    return Number.isNaN(number) ? '' : formatAmount(number, locale);
  };

  const labelOf = (amount: number): string => {
    const [only] = soldCurrencies;
    return only === undefined || soldCurrencies.length > 1
      ? formatAmount(amount, locale)
      : formatMoney(amount, only.currency, locale);
  };

  const read = (written: string): TypedReading<number> => {
    const reading = parsePrice(written);
    switch (reading.kind) {
      case 'empty':
        return reading;
      case 'amount':
        return { kind: 'value', value: reading.amount };
      case 'ambiguous':
        return {
          kind: 'ambiguous',
          problem: text('prices.ambiguous'),
          choices: reading.amounts.map((value) => ({ value, label: labelOf(value) })),
        };
      case 'wrong':
        return { kind: 'wrong', problem: priceProblemTexts[reading.problem][language] };
    }
  };

  return (
    <TypedInput
      {...props}
      read={read}
      format={format}
      inputMode="decimal"
      endAction={() => (
        <Typography variant="pi" textColor="neutral600" data-price-currency>
          {soldCurrencies.map(({ currency }) => currency).join(' · ')}
        </Typography>
      )}
      below={(written) => <PriceHint price={parsePrice(written)} sold={soldCurrencies} />}
    />
  );
};
