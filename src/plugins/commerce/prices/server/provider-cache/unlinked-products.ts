import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { UnlinkedPaymentProducts } from '../../../../../catalogue/money/unlinked-payment-products';
import { contentTypesOf } from '../../../../../platform/strapi/models';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { listPriceCurrencies } from '../../money/prices-by-currency';
import { PAYMENT_ACCOUNT, PAYMENT_PRODUCT } from '../../../../../catalogue/money/price-fields';
import { paymentAccounts } from '../provider-prices';
import { FRESH, withMajorUnits } from './read';
import type { StoredOffer } from './store';
import { ACCOUNTS, PRODUCTS } from './tables';

/** Returns the types whose entries reference a payment product. */
export const soldTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  contentTypesOf({ strapi })
    .filter(({ attributes }) => attributes[PAYMENT_PRODUCT] !== undefined)
    .map(({ uid }) => uid);

/**
 * Returns an SQL condition: an entry of a type references the product `p`, in its own account or,
 * without a known account, in any.
 */
const isLinkedBy = ({ strapi }: WithStrapi, uid: UID.ContentType): string => {
  const { name, column } = tablesOf({ strapi })(uid);
  const entry = `select from ${escapeIdentifier(name)} e where e.${escapeIdentifier(column(PAYMENT_PRODUCT))} = p.pay_id`;
  if (!(PAYMENT_ACCOUNT in strapi.contentTypes[uid].attributes)) return `exists (${entry})`;
  const account = `lower(coalesce(e.${escapeIdentifier(column(PAYMENT_ACCOUNT))}, ''))`;
  return `exists (${entry} and (${account} = p.account or ${account} <> all(cast(:accounts as text[]))))`;
};

/** One product and the total; the product's columns are null if there is only the total. */
type Row = { account: string; pay_id: string | null; prices: string | null; total: string };

/** A stored price; earlier releases stored fewer fields. */
type StoredPrice = Pick<StoredOffer, 'amount' | 'currency'> & Partial<StoredOffer>;

/**
 * Returns a page of the products that payment accounts sell and no entry or draft references, by
 * name, with their total number. Accounts without a recent listing are left out.
 */
export const unlinkedPaymentProducts = async (
  { strapi }: WithStrapi,
  { from = 0, most }: { from?: number; most: number },
): Promise<UnlinkedPaymentProducts> => {
  const accounts = paymentAccounts({ strapi });
  if (accounts.length === 0) return { products: [], total: 0 };
  const isLinked = soldTypes({ strapi }).map((uid) => isLinkedBy({ strapi }, uid));
  const { rows } = await sql(
    { strapi },
    `with unlinked as (
       select p.account, p.pay_id, p.prices from ${PRODUCTS} p join ${ACCOUNTS} k on k.account = p.account
        where p.is_sold and p.account = any(cast(:accounts as text[])) and k.listed_at > now() - ${FRESH}
          and not (${isLinked.length === 0 ? 'false' : isLinked.join(' or ')}))
     select n.total, u.* from (select count(*) as total from unlinked) n
       left join (select * from unlinked order by prices -> 0 ->> 'productName', pay_id, account limit :most offset :from) u
         on true
      order by u.prices -> 0 ->> 'productName', u.pay_id, u.account`,
    { accounts: [...accounts], from, most },
  );
  const products = (rows as Row[]).flatMap(({ account, pay_id: payID, prices }) => {
    if (payID === null) return [];
    const offers = (JSON.parse(prices ?? '[]') as StoredPrice[])
      .map(withMajorUnits)
      .flatMap(listPriceCurrencies);
    return [
      {
        account,
        payID,
        name:
          offers.find(({ productName }) => typeof productName === 'string')?.productName ?? null,
        prices: offers.map(({ amount, currency, interval = null, intervalCount = null }) => ({
          amount,
          currency,
          interval,
          intervalCount,
        })),
      },
    ];
  });
  return { products, total: Number(rows[0]?.total ?? 0) };
};
