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
const WINDOW = 30 * DAY;

/** Prices that applied together, from a moment until the next span. */
type Span = { from: number; amounts: readonly number[] };

const spansOf = (past: readonly RecordedPrice[], kind: string): readonly Span[] => {
  const asked = new Map<string, number>();
  return past
    .filter((one) => one.kind === kind)
    .map(({ at, price, amount }) => {
      if (amount === null) asked.delete(price);
      else asked.set(price, amount);
      return { from: at, amounts: [...asked.values()] };
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
  const spans = spansOf(past, kind);
  const since = spans.findLastIndex(({ amounts }) => !amounts.includes(amount)) + 1;
  const began = spans[since]?.from;
  const known = past.find((one) => one.currency === currency)?.at;
  if (began === undefined || known === undefined || known > began - WINDOW) return null;
  const asked = spans
    .slice(0, since)
    // Spans without a duration are ignored: their prices were recorded at the same moment as the
    // next ones.
    .filter(({ from }, at) => {
      const until = spans[at + 1]?.from ?? began;
      return until > began - WINDOW && until > from;
    })
    .flatMap(({ amounts }) => amounts);
  return asked.length === 0 ? null : Math.min(...asked);
};
