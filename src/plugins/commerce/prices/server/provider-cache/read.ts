import { escapeIdentifier } from 'pg';
import { toMajorUnits } from '#catalogue/money/currencies';
import { PAYMENT_PRODUCT } from '#catalogue/money/price-fields';
import type { ListFilter } from '#feature/feature';
import { mayReadField } from '#feature/permission-filter';
import type { AccountFacts, OfferedPrice } from '#feature/publishing-rules';
import { findModel } from '#platform/strapi/models';
import { inRunningTransaction, sql, runSqlInTransaction } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { AccountState } from '#feature/payment-products';
import { listPriceCurrencies } from '../../provider-price';
import { listAccountNames } from '../provider-prices';
import { ACCOUNTS, PRODUCTS } from './store';

/**
 * Maximum age of cached answers. All prices are fetched every night; older answers do not block
 * anything.
 */
export const MAX_CACHE_AGE = "interval '36 hours'";

type Row = {
  account: string;
  pay_id: string;
  /** JSON as text, as Strapi returns it. */
  prices: string | null;
  is_sold: boolean;
  is_unsold: boolean;
};

/** Cached price. Older releases stored fewer fields. */
type CachedPrice = OfferedPrice & {
  id?: string;
  unitAmount?: number;
  otherAmounts?: Readonly<Record<string, number>>;
  productName?: string | null;
};

/** Recomputes the amount: older releases may have used other decimals than the provider. */
export const withMajorUnits = <O extends Pick<CachedPrice, 'amount' | 'currency' | 'unitAmount'>>(
  offer: O,
): O => {
  const { unitAmount, currency } = offer;
  return unitAmount === undefined
    ? offer
    : { ...offer, amount: toMajorUnits(unitAmount, currency) };
};

/**
 * Returns the cached prices of products in each account. A product counts as unsold only after a
 * recent answer: about this product, or about everything from an account that answers and sells
 * something.
 */
export const readCachedProducts = async (
  { strapi }: WithStrapi,
  payIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly AccountFacts[]>> => {
  const accounts = listAccountNames({ strapi });
  const requestedIds = [...new Set(payIDs)];
  const unknown = accounts.map((account): AccountFacts => ({
    account,
    product: 'unknown',
    prices: [],
  }));
  if (accounts.length === 0 || requestedIds.length === 0) {
    return new Map(requestedIds.map((payID) => [payID, unknown]));
  }
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `select a.account, w.pay_id, p.prices, coalesce(p.is_sold, false) as is_sold,
       coalesce(
         k.silent_since is null and (
           (not p.is_sold and p.asked_at > now() - ${MAX_CACHE_AGE}) or
           (p.pay_id is null and k.products > 0 and k.listed_at > now() - ${MAX_CACHE_AGE})),
         false) as is_unsold
     from unnest(cast(:accounts as text[])) with ordinality a (account, place)
     cross join unnest(cast(:wanted as text[])) w (pay_id)
     left join ${ACCOUNTS} k on k.account = a.account
     left join ${PRODUCTS} p on p.pay_id = w.pay_id and p.account = a.account
     order by a.place`,
      { accounts: [...accounts], wanted: requestedIds },
    ),
  );
  const factsByProduct = new Map<string, AccountFacts[]>();
  for (const { account, pay_id: payID, prices, ...row } of rows as Row[]) {
    const existing = factsByProduct.get(payID) ?? [];
    const offered = (JSON.parse(prices ?? '[]') as CachedPrice[])
      .map(withMajorUnits)
      .flatMap(listPriceCurrencies);
    // Older releases did not store the fields that checkout needs, so such products are asked about
    // again.
    const isWhole = offered.every(
      ({ id, otherAmounts }) => id !== undefined && otherAmounts !== undefined,
    );
    const product = row.is_sold && isWhole ? 'sold' : row.is_unsold ? 'unsold' : 'unknown';
    const name = offered.find(({ productName }) => typeof productName === 'string')?.productName;
    factsByProduct.set(payID, [
      ...existing,
      { account, product, name: name ?? null, prices: offered },
    ]);
  }
  return factsByProduct;
};

/** Returns the states of all payment accounts, including those never asked. */
export const readAccountStates = async ({ strapi }: WithStrapi): Promise<AccountState[]> => {
  const accounts = listAccountNames({ strapi });
  if (accounts.length === 0) return [];
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `select account, listed_at, silent_since from ${ACCOUNTS} where account = any(cast(? as text[]))`,
      [[...accounts]],
    ),
  );
  const timeOf = (value: unknown): string | null =>
    value instanceof Date ? value.toISOString() : null;
  return accounts.map((account) => {
    const row = rows.find((item) => item.account === account);
    return {
      account,
      heardAt: timeOf(row?.listed_at),
      silentSince: timeOf(row?.silent_since),
    };
  });
};

/** Returns the payment ids of a type that no payment account sells, as far as known. */
const findUnsold = async ({ strapi }: WithStrapi, uid: string): Promise<string[]> => {
  const { name, column } = createTableLookup({ strapi })(uid);
  const payment = escapeIdentifier(column(PAYMENT_PRODUCT));
  const { rows } = await runSqlInTransaction(
    { strapi },
    `select distinct ${payment} as id from ${escapeIdentifier(name)} where ${payment} <> ''`,
  );
  const facts = await readCachedProducts(
    { strapi },
    rows.map(({ id }) => String(id)),
  );
  return [...facts].flatMap(([id, accounts]) =>
    accounts.length > 0 && accounts.every(({ product }) => product === 'unsold') ? [id] : [],
  );
};

/** Filters that the feature adds to lists of the panel. */
export const priceFilters: readonly ListFilter[] = [
  {
    name: 'payment-unknown',
    appliesTo: ({ strapi }, uid) =>
      findModel({ strapi }, uid)?.attributes[PAYMENT_PRODUCT] !== undefined &&
      mayReadField({ strapi }, uid, PAYMENT_PRODUCT),
    filters: async ({ strapi }, { uid }) => ({
      [PAYMENT_PRODUCT]: { $in: await findUnsold({ strapi }, uid) },
    }),
  },
];
