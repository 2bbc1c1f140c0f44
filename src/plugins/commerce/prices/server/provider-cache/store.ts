import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, type Transaction } from '#platform/strapi/queries';
import type { PriceOnSale, ProviderAnswer, ProviderProduct } from '../provider-prices';
import type { Definition } from '#platform/database/installer';

/** Schema apart from Strapi's tables, which it inspects and changes at every start. */
const SCHEMA = 'payment';

/** Table of payment accounts: when each was asked for everything, and whether it answered. */
export const ACCOUNTS = `${SCHEMA}.accounts`;

/** Table of cached products per account, including products that are not sold. */
export const PRODUCTS = `${SCHEMA}.products`;

/**
 * Returns the tables that cache the providers' answers. Publishing asks providers only about
 * products that are not cached.
 */
export const createProviderCacheDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: ACCOUNTS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${ACCOUNTS} (
        account text PRIMARY KEY,
        listed_at timestamptz,
        products integer NOT NULL DEFAULT 0,
        silent_since timestamptz
      )`,
  },
  {
    kind: 'table',
    name: PRODUCTS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${PRODUCTS} (
        pay_id text NOT NULL,
        account text NOT NULL,
        is_sold boolean NOT NULL,
        prices jsonb NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (pay_id, account)
      );
      CREATE INDEX payment_products_account_index ON ${PRODUCTS} (account, asked_at)`,
  },
];

/**
 * Stored price. Fields are never removed or renamed, because older and newer releases read them.
 */
export type StoredOffer = Omit<PriceOnSale, 'account' | 'payID'>;

type Product = { account: string; payID: string; isSold: boolean; prices: StoredOffer[] };

const groupProducts = ({ products, prices }: ProviderAnswer): Product[] => {
  const byKey = new Map<string, Product>();
  const ensureProduct = ({ account, payID }: ProviderProduct): Product => {
    const key = JSON.stringify([account, payID]);
    const existing = byKey.get(key) ?? { account, payID, isSold: true, prices: [] };
    byKey.set(key, existing);
    return existing;
  };
  for (const product of products) ensureProduct(product);
  for (const { account, payID, ...offer } of prices)
    ensureProduct({ account, payID }).prices.push(offer);
  // Sorted, because a different order would count as a change.
  for (const product of byKey.values()) {
    product.prices.sort((first, other) => (first.id < other.id ? -1 : 1));
  }
  return [...byKey.values()];
};

/** Runs writes one after the other: concurrent writes of two nodes would deadlock. */
const runSerialized = async (
  { strapi }: WithStrapi,
  work: (trx: Transaction) => Promise<void>,
): Promise<void> => {
  await strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', ['payment.products']);
    await work(trx);
  });
};

const BATCH = 500;

/** Stores products unless a newer request has been stored. */
const saveProducts = async (
  { strapi, trx }: WithStrapi & { trx: Transaction },
  products: readonly Product[],
  began: number,
): Promise<void> => {
  for (let start = 0; start < products.length; start += BATCH) {
    const batch = products.slice(start, start + BATCH);
    await sql(
      { strapi, trx },
      `insert into ${PRODUCTS} as p (pay_id, account, is_sold, prices, asked_at)
       select one ->> 'payID', one ->> 'account', cast(one ->> 'isSold' as boolean), one -> 'prices',
         to_timestamp(:began / 1000.0)
       from jsonb_array_elements(cast(:products as jsonb)) one
       on conflict (pay_id, account) do update
       set is_sold = excluded.is_sold, prices = excluded.prices, asked_at = excluded.asked_at
       where excluded.asked_at >= p.asked_at`,
      { products: JSON.stringify(batch), began },
    );
  }
};

const saveSilence = async (
  { strapi, trx }: WithStrapi & { trx: Transaction },
  silent: readonly string[],
): Promise<void> => {
  if (silent.length === 0) return;
  await sql(
    { strapi, trx },
    `insert into ${ACCOUNTS} (account, silent_since)
     select one, now() from unnest(cast(:silent as text[])) one
     on conflict (account) do update set silent_since = coalesce(${ACCOUNTS}.silent_since, now())`,
    { silent: [...silent] },
  );
};

/**
 * Caches all products that payment providers sell, and deletes the others.
 *
 * @param began when the request began, by the database's clock; later answers stay
 */
export const storeAllProducts = (
  { strapi }: WithStrapi,
  answer: ProviderAnswer,
  began: number,
): Promise<void> =>
  runSerialized({ strapi }, async (trx) => {
    const products = groupProducts(answer);
    await saveProducts({ strapi, trx }, products, began);
    for (const account of answer.heard) {
      await sql(
        { strapi, trx },
        `delete from ${PRODUCTS} where account = :account and asked_at < to_timestamp(:began / 1000.0)`,
        { account, began },
      );
      await sql(
        { strapi, trx },
        `insert into ${ACCOUNTS} (account, listed_at, products)
         values (:account, now(), :count)
         on conflict (account) do update
         set listed_at = excluded.listed_at, products = excluded.products, silent_since = null`,
        { account, count: products.filter((product) => product.account === account).length },
      );
    }
    await saveSilence({ strapi, trx }, answer.silent);
  });

/**
 * Caches the answer about one product, including that it is not sold.
 *
 * @param began when the request began, by the database's clock
 */
export const storeProduct = (
  { strapi }: WithStrapi,
  payID: string,
  answer: ProviderAnswer,
  began: number,
): Promise<void> =>
  runSerialized({ strapi }, async (trx) => {
    const productsOnSale = groupProducts(answer);
    const { heard } = answer;
    const unsold = heard
      .filter((account) => !productsOnSale.some((product) => product.account === account))
      .map((account): Product => ({ account, payID, isSold: false, prices: [] }));
    await saveProducts({ strapi, trx }, [...productsOnSale, ...unsold], began);
    await sql(
      { strapi, trx },
      `update ${ACCOUNTS} set silent_since = null
       where silent_since is not null and account = any(cast(:heard as text[]))`,
      { heard: [...heard] },
    );
    await saveSilence({ strapi, trx }, answer.silent);
  });
