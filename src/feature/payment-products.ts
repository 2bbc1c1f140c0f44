import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { PaymentFacts } from './publishing-rules';

/** Time of the last full answer of an account, and since when it has not answered. */
export type AccountState = { account: string; heardAt: string | null; silentSince: string | null };

/** Payment product as an entry names it. Without an account, any account may charge for it. */
export type NamedProduct = { payID: string; account: string };

/** Published price that differs from the provider's. */
export type PublishedDifference = {
  uid: string;
  documentId: string;
  locale: string | null;
  field: string;
  shown: number;
  charged: number;
  currency: string;
};

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

/** Reads, refreshes and compares the cached products of payment providers. */
export type PaymentProducts = {
  /** Returns the names of the accounts that receive payments, in lower case. */
  listAccounts: (context: WithStrapi) => readonly string[];
  /** Returns the states of all payment accounts, including those never asked. */
  readAccountStates: (context: WithStrapi) => Promise<readonly AccountState[]>;
  /** Returns the known prices of payment products by their ids. */
  readFacts: (context: WithStrapi, payIDs: readonly string[]) => Promise<PaymentFacts>;
  /** Returns the published prices that differed from the provider's at the last comparison. */
  readDifferences: (context: WithStrapi) => Promise<readonly PublishedDifference[]>;
  /** Returns a page of the products on sale that no entry or draft references. */
  findUnlinked: (
    context: WithStrapi,
    page: { from: number; most: number },
  ) => Promise<UnlinkedPaymentProducts>;
  /** Asks providers about products that are not cached, for a few seconds at most. */
  fetchMissing: (context: WithStrapi, products: readonly NamedProduct[]) => Promise<void>;
  /** Queues the refresh of a product's cached prices. */
  queueRefresh: (context: WithStrapi, payID: string) => Promise<void>;
};
