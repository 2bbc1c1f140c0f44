import { formatCharge } from '../../../catalogue/money/format-money';
import type { AuditEntry } from './entry';

type Details = AuditEntry['details'];

/** Returns details whose amount, recorded in the currency's smallest unit, is written with its currency. */
export const withWrittenAmounts = (details: Details, language: string): Details => {
  const { currency, amountRefunded: amount, ...others } = details;
  if (typeof amount !== 'number' || typeof currency !== 'string') return details;
  if (!/^[a-z]{3}$/i.test(currency)) return details;
  return { amountRefunded: formatCharge(amount, currency, language), ...others };
};
