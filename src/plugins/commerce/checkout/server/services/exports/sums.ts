import type { Movement } from './movements';

/** Sums of a month, per payment account and currency, in the currency's smallest unit. */
export type Sum = {
  month: string;
  account: string;
  currency: string;
  payments: number;
  paid: number;
  tax: number;
  /** Number of payments whose tax is unknown. They add nothing to `tax`. */
  untaxed: number;
  refunded: number;
  /** Lost to disputes. */
  lost: number;
};

const added = (sum: Sum, { kind, amount, tax }: Movement): Sum => {
  if (kind === 'refund') return { ...sum, refunded: sum.refunded + amount };
  if (kind === 'dispute') return { ...sum, lost: sum.lost + amount };
  return {
    ...sum,
    payments: sum.payments + 1,
    paid: sum.paid + amount,
    tax: sum.tax + (tax ?? 0),
    untaxed: sum.untaxed + (tax === null ? 1 : 0),
  };
};

/** Returns the sums of a month's movements, sorted by account and currency. */
export const sumsOf = (month: string, movements: readonly Movement[]): Sum[] => {
  const sums = new Map<string, Sum>();
  for (const movement of movements) {
    const { currency } = movement;
    const account = movement.order.origin;
    const key = `${account} ${currency}`;
    const sum = sums.get(key) ?? {
      ...{ month, account, currency, payments: 0, paid: 0, tax: 0 },
      ...{ untaxed: 0, refunded: 0, lost: 0 },
    };
    sums.set(key, added(sum, movement));
  }
  return [...sums.values()].toSorted(
    (one, other) =>
      one.account.localeCompare(other.account) || one.currency.localeCompare(other.currency),
  );
};
