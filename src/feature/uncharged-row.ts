/** A row of a grid whose price is not charged. */
export type UnchargedRow = {
  title: string;
  payID: string;
  account: string;
  lines: readonly string[];
  /** Price that the row shows. */
  amount: number;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
  instalments: number | null;
  /** Price that is charged instead; null where it cannot be replaced. */
  replaces: string | null;
};
