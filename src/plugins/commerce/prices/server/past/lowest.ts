/** Something that was asked for, from a moment on. */
export type Asked = {
  /** Milliseconds since 1970. */
  at: number;
  /** Which price it is: what is noted later of the same one holds from then on. */
  price: string;
  /** Prices are compared with those of the same kind: in the same currency, charged as often. */
  kind: string;
  /** Null: not asked any more. */
  amount: number | null;
};

const DAY = 24 * 60 * 60 * 1000;

/** As long as Directive 98/6/EC, Article 6a, looks back. */
const WINDOW = 30 * DAY;

/** What was asked at the same time, from a moment until the next one. */
type Span = { from: number; amounts: readonly number[] };

const spansOf = (past: readonly Asked[], kind: string): readonly Span[] => {
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
 * The lowest amount that was asked during the thirty days before `amount` began to be asked. Null where nothing was,
 * and where it is not known of all of the thirty days: with it, no reduction can be announced.
 *
 * @param past everything that was noted of a product, the oldest first
 */
export const lowestBefore = (
  past: readonly Asked[],
  { kind, amount }: { kind: string; amount: number },
): number | null => {
  const spans = spansOf(past, kind);
  const since = spans.findLastIndex(({ amounts }) => !amounts.includes(amount)) + 1;
  const began = spans[since]?.from;
  const known = past[0]?.at;
  if (began === undefined || known === undefined || known > began - WINDOW) return null;
  const asked = spans
    .slice(0, since)
    // What was noted within one moment came and went together.
    .filter(({ from }, at) => {
      const until = spans[at + 1]?.from ?? began;
      return until > began - WINDOW && until > from;
    })
    .flatMap(({ amounts }) => amounts);
  return asked.length === 0 ? null : Math.min(...asked);
};
