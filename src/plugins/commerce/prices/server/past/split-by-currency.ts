import type { RecordedPrice } from './lowest-price';

/**
 * Recorded currency of a business line from a moment on. `isOwn`: set on the line, not in the
 * settings.
 */
export type RecordedCurrency = { at: number; isOwn: boolean; currency: string | null };

type Change = { at: number; currency: string };

/**
 * Returns the currencies of a line in sequence. The first known currency is assumed to have applied
 * before as well.
 */
const changesOf = (noted: readonly RecordedCurrency[], now: string): Change[] => {
  let own: string | null = null;
  let setting = noted.find(({ isOwn }) => !isOwn)?.currency ?? now;
  return noted
    .map((one) => {
      if (one.isOwn) own = one.currency;
      else setting = one.currency ?? now;
      return { at: one.at, currency: own ?? setting };
    })
    .filter(({ currency }, at, all) => currency !== all[at - 1]?.currency);
};

/**
 * Splits the past prices of a field by currency. When a business line changes its currency, prices
 * in the former one end, and the same amounts begin in the new one.
 *
 * @param past recorded prices of the field, oldest first
 * @param noted recorded currencies of the line, oldest first
 * @param now current currency of the line
 */
export const splitByCurrency = (
  past: readonly RecordedPrice[],
  noted: readonly RecordedCurrency[],
  now: string,
): RecordedPrice[] => {
  const [first, ...changes] = changesOf(noted, now);
  let currency = first?.currency ?? now;
  let asked: RecordedPrice | undefined;
  const told: RecordedPrice[] = [];
  const tell = (one: RecordedPrice, amount: number | null): void => {
    told.push({ ...one, kind: `${one.kind} ${currency}`, amount });
  };
  const changeUntil = (moment: number): void => {
    for (let next = changes[0]; next !== undefined && next.at <= moment; next = changes[0]) {
      changes.shift();
      const { at } = next;
      if (asked !== undefined) tell({ ...asked, at }, null);
      currency = next.currency;
      if (asked !== undefined) tell({ ...asked, at }, asked.amount);
    }
  };
  for (const one of past) {
    changeUntil(one.at);
    tell(one, one.amount);
    asked = one;
  }
  changeUntil(Infinity);
  return told;
};
