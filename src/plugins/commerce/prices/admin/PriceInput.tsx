import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import { TypedInput, type TypedReading } from '../../../../platform/admin/TypedInput';
import type { CustomInputProps } from '../../../../platform/admin/custom-input';
import { useLanguage } from '../../../../feature/admin/texts';
import { formatAmount, formatMoney } from '../../../../catalogue/money/format-money';
import { parsePrice } from '../../../../catalogue/money/parse-price';
import { priceProblemTexts } from '../../../../catalogue/money/price-problems';
import { useSoldIn } from './form-lines';
import { useTexts } from './texts';
import { PriceHint } from './PriceHint';

/** Edits a price with either decimal separator, and shows its currency. */
export const PriceInput = (props: CustomInputProps) => {
  const text = useTexts();
  const { locale } = useIntl();
  const language = useLanguage();
  const sold = useSoldIn(props.name ?? '');

  const format = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    const number = Number(value);
    return Number.isNaN(number) ? '' : formatAmount(number, locale);
  };

  const labelOf = (amount: number): string => {
    const [only] = sold;
    return only === undefined || sold.length > 1
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
          {sold.map(({ currency }) => currency).join(' · ')}
        </Typography>
      )}
      below={(written) => <PriceHint price={parsePrice(written)} sold={sold} />}
    />
  );
};
