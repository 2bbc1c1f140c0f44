/** A product that an account of the payment provider sells, and no entry names. */
export type UnnamedProduct = {
  account: string;
  payID: string;
  /** What the provider calls it; null where it does not say, or an older release has not kept it. */
  name: string | null;
  prices: readonly {
    /** In units of the currency. */
    amount: number;
    currency: string;
    /** `day`, `week`, `month` or `year`, so many of them; null where it is charged once. */
    interval: string | null;
    intervalCount: number | null;
  }[];
};

/** Some of them, and how many there are together. */
export type UnnamedProducts = { products: readonly UnnamedProduct[]; total: number };
