import type { AuditDetail } from '#feature/audit';
import { formatCharge } from '#catalogue/money/format-money';

/** Permission to read and export the audit log. */
export const READ_AUDIT = 'plugin::audit.entries.read';

export type AuditEntry = {
  id: string;
  at: string;
  actor: { kind: string; id: string | null; name: string | null };
  /** Code of the action. It may be unknown if a newer release wrote it. */
  action: string;
  target: { type: string | null; id: string | null; name: string | null };
  ip: string | null;
  requestId: string | null;
  details: Readonly<Record<string, AuditDetail>>;
};

type Details = AuditEntry['details'];

/** Returns details whose amount, recorded in the currency's smallest unit, is written with its currency. */
export const withWrittenAmounts = (details: Details, language: string): Details => {
  const { currency, amountRefunded: amount, ...others } = details;
  if (typeof amount !== 'number' || typeof currency !== 'string') return details;
  if (!/^[a-z]{3}$/i.test(currency)) return details;
  return { amountRefunded: formatCharge(amount, currency, language), ...others };
};
