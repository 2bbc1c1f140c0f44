import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import type { ListEntry } from '../../../../platform/strapi/admin/content-manager';
import { formatAmount, formatMoney } from '../../../../catalogue/money/format-money';
import { findCurrencies, storedLines, useCurrencies } from './lines';

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Shows a price in a list, in each currency of its entry's business lines. */
export const PriceCell = ({ entry, name }: { entry: ListEntry; name: string }) => {
  const { locale } = useIntl();
  const documentId = textIn(entry.documentId);
  const known = useCurrencies(documentId);
  const value = entry[name];
  const amount = value === null || value === undefined ? NaN : Number(value);
  const sold =
    known && findCurrencies(known, storedLines(known, documentId, textIn(entry.locale) ?? null));
  const written =
    sold === undefined
      ? formatAmount(amount, locale)
      : sold.map(({ currency }) => formatMoney(amount, currency, locale)).join(' · ');
  return (
    <Typography
      textColor="neutral800"
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {Number.isNaN(amount) ? '—' : written}
    </Typography>
  );
};
