import type { Asked } from './lowest';

/** What a business line was said to charge in, from a moment on; `isOwn` tells the line's own word from the setting. */
export type NotedCurrency = { at: number; isOwn: boolean; currency: string | null };

type Change = { at: number; currency: string };

/** The currencies of a line, one after the other. What was known first is taken for what had always been. */
const changesOf = (noted: readonly NotedCurrency[], now: string): Change[] => {
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
 * The past of a field, told apart by the currency that its amounts were meant in: where a business line changes its
 * currency, what was asked in the former one ends, and the same amount begins to be asked in the new one.
 *
 * @param past what was published in the field, the oldest first
 * @param noted what was noted of the line's currency, the oldest first
 * @param now its currency of today
 */
export const inCurrencies = (
  past: readonly Asked[],
  noted: readonly NotedCurrency[],
  now: string,
): Asked[] => {
  const [first, ...changes] = changesOf(noted, now);
  let currency = first?.currency ?? now;
  let asked: Asked | undefined;
  const told: Asked[] = [];
  const tell = (one: Asked, amount: number | null): void => {
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
