/** A product that an account of the payment provider sells, but no entry refers to. */
export type UnlinkedPaymentProduct = {
  account: string;
  payID: string;
  /** The provider's name; null where there is none, or an older release did not store it. */
  name: string | null;
  prices: readonly {
    /** In units of the currency. */
    amount: number;
    currency: string;
    /** `day`, `week`, `month` or `year`, with `intervalCount`; null for one-time prices. */
    interval: string | null;
    intervalCount: number | null;
  }[];
};

/** Some of the products, and their total number. */
export type UnlinkedPaymentProducts = {
  products: readonly UnlinkedPaymentProduct[];
  total: number;
};
