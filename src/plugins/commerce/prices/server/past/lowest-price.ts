/** Recorded price that applies from a moment on. */
export type RecordedPrice = {
  /** Milliseconds since 1970. */
  at: number;
  /** Id of the price. A later record with the same id replaces it. */
  price: string;
  /** Prices are compared within a kind: the same currency and billing interval. */
  kind: string;
  /** Null: the price ended. */
  amount: number | null;
  /** Set if the record of each currency begins at its own time. */
  currency?: string;
};

const DAY = 24 * 60 * 60 * 1000;

/** Period of Directive 98/6/EC, Article 6a. */
const LOWEST_PRICE_PERIOD_MS = 30 * DAY;

/** Prices that applied together, from a moment until the next span. */
type Span = { from: number; amounts: readonly number[] };

const buildSpans = (past: readonly RecordedPrice[], kind: string): readonly Span[] => {
  const amounts = new Map<string, number>();
  return past
    .filter((record) => record.kind === kind)
    .map(({ at, price, amount }) => {
      if (amount === null) amounts.delete(price);
      else amounts.set(price, amount);
      return { from: at, amounts: [...amounts.values()] };
    });
};

/**
 * Returns the lowest price of the thirty days before `amount` applied. Returns null if there was
 * none, or if the record does not cover the thirty days. Without it, no reduction may be announced.
 *
 * @param past records of a product, oldest first
 */
export const findLowestPriceBefore = (
  past: readonly RecordedPrice[],
  { kind, amount, currency }: { kind: string; amount: number; currency?: string },
): number | null => {
  const spans = buildSpans(past, kind);
  const since = spans.findLastIndex(({ amounts }) => !amounts.includes(amount)) + 1;
  const began = spans[since]?.from;
  const oldest = past.find((record) => record.currency === currency)?.at;
  if (began === undefined || oldest === undefined || oldest > began - LOWEST_PRICE_PERIOD_MS)
    return null;
  const lowestPrices = spans
    .slice(0, since)
    // Spans without a duration are ignored: their prices were recorded at the same moment as the
    // next ones.
    .filter(({ from }, index) => {
      const until = spans[index + 1]?.from ?? began;
      return until > began - LOWEST_PRICE_PERIOD_MS && until > from;
    })
    .flatMap(({ amounts }) => amounts);
  return lowestPrices.length === 0 ? null : Math.min(...lowestPrices);
};

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
const listCurrencyChanges = (noted: readonly RecordedCurrency[], now: string): Change[] => {
  let ownCurrency: string | null = null;
  let setting = noted.find(({ isOwn }) => !isOwn)?.currency ?? now;
  return noted
    .map((record) => {
      if (record.isOwn) ownCurrency = record.currency;
      else setting = record.currency ?? now;
      return { at: record.at, currency: ownCurrency ?? setting };
    })
    .filter(({ currency }, index, all) => currency !== all[index - 1]?.currency);
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
  const [first, ...changes] = listCurrencyChanges(noted, now);
  let currency = first?.currency ?? now;
  let lastRecord: RecordedPrice | undefined;
  const split: RecordedPrice[] = [];
  const addRecord = (record: RecordedPrice, amount: number | null): void => {
    split.push({ ...record, kind: `${record.kind} ${currency}`, amount });
  };
  const changeUntil = (moment: number): void => {
    for (let next = changes[0]; next !== undefined && next.at <= moment; next = changes[0]) {
      changes.shift();
      const { at } = next;
      if (lastRecord !== undefined) addRecord({ ...lastRecord, at }, null);
      currency = next.currency;
      if (lastRecord !== undefined) addRecord({ ...lastRecord, at }, lastRecord.amount);
    }
  };
  for (const record of past) {
    changeUntil(record.at);
    addRecord(record, record.amount);
    lastRecord = record;
  }
  changeUntil(Infinity);
  return split;
};
