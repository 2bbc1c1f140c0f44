import { useIntl } from 'react-intl';
import { Button, Flex, Typography } from '@strapi/design-system';
import { formatAmount, formatMoney } from '../../../feature/format-money';
import type { Reading } from '../money/parse';
import { canMean } from '../money/signs';
import type { Sold } from './lines';
import { useTexts } from './texts';

type UnderstoodProps = {
  reading: Reading;
  sold: readonly Sold[];
  isDisabled: boolean;
  onChoose: (amount: number) => void;
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

/** Beneath a price: as what it was understood, or between what somebody has to choose. */
export const Understood = ({ reading, sold, isDisabled, onChoose }: UnderstoodProps) => {
  const text = useTexts();
  const { locale } = useIntl();
  if (reading.kind === 'ambiguous') {
    const [only] = sold;
    const written = (amount: number): string =>
      only === undefined || sold.length > 1
        ? formatAmount(amount, locale)
        : formatMoney(amount, only.currency, locale);
    return (
      <Flex gap={2} wrap="wrap" data-price-choice>
        {reading.amounts.map((amount) => (
          <Button
            key={amount}
            type="button"
            size="S"
            variant="secondary"
            disabled={isDisabled}
            onClick={() => onChoose(amount)}
          >
            {written(amount)}
          </Button>
        ))}
      </Flex>
    );
  }
  if (reading.kind !== 'amount') return null;
  const { amount, sign } = reading;
  const isForeign = sign !== null && sold.length > 0;
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} data-price-understood>
      <Amounts amount={amount} sold={sold} />
      {sold.length > 1 && <Notice>{text('prices.several')}</Notice>}
      {isForeign && !sold.some(({ currency }) => canMean(sign, currency)) && (
        <Notice>{text('prices.other-currency', { sign })}</Notice>
      )}
    </Flex>
  );
};
