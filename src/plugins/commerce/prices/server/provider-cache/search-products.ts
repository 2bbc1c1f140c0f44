import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { UnlinkedPaymentProducts } from '#feature/payment-products';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { sql, getTable } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { type ListedProduct, listPriceCurrencies } from '../../provider-price';
import { parsePrice } from '#catalogue/money/parse-price';
import { PAYMENT_ACCOUNT, PAYMENT_PRODUCT, listSoldTypes } from '#catalogue/money/price-fields';
import { getDashboardLink, listAccountNames } from '../provider-prices';
import { MAX_CACHE_AGE, withMajorUnits } from './read';
import { ACCOUNTS, PRODUCTS, type StoredOffer } from './store';

type Search = {
  uid: UID.ContentType;
  ability: unknown;
  /** Part of a name or of an id, or an amount. */
  text: string;
  /** Limits the result to the product of this id. */
  payID: string | null;
  /** Limits the result to one account. */
  account: string | null;
  /** Entry in the form, which does not count as another one. */
  documentId: string | null;
};

const MAX_RESULTS = 20;

type Row = { account: string; pay_id: string; prices: string | null };

/** A stored price; earlier releases stored fewer fields. */
type StoredPrice = Pick<StoredOffer, 'amount' | 'currency'> & Partial<StoredOffer>;

/** Returns the name of a cached product, and its prices once per currency. */
const readProduct = (prices: string | null) => {
  const offers = (JSON.parse(prices ?? '[]') as StoredPrice[])
    .map(withMajorUnits)
    .flatMap(listPriceCurrencies);
  const namedOffer = offers.find(({ productName }) => typeof productName === 'string');
  return { name: namedOffer?.productName ?? null, offers };
};

type EntryRow = { documentId: string; title?: string | null; payID: string };

const parseAmount = (text: string): number | null => {
  const parsed = parsePrice(text);
  return parsed.kind === 'amount' ? parsed.amount : null;
};

/** Returns the entries besides one that are sold as some products, and which of them are readable. */
const loadLinkedEntries = async (
  { strapi }: WithStrapi,
  { uid, ability, documentId }: Search,
  payIDs: readonly string[],
): Promise<{ used: ReadonlySet<string>; titles: ReadonlyMap<string, readonly string[]> }> => {
  const others = {
    [PAYMENT_PRODUCT]: { $in: payIDs },
    ...(documentId !== null && { documentId: { $ne: documentId } }),
  };
  const readable = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const table = getTable<EntryRow>({ strapi }, uid);
  const all = await table.findMany({ where: others, select: [PAYMENT_PRODUCT] });
  const rows = await table.findMany({
    where: { $and: [readable, others] },
    select: [
      'documentId',
      PAYMENT_PRODUCT,
      ...('title' in strapi.contentTypes[uid].attributes ? (['title'] as const) : []),
    ],
    orderBy: { id: 'desc' },
  });
  const readableTitle = createReadableTitles({ strapi }, ability, uid);
  const listTitles = (payID: string): string[] => [
    ...new Map(
      rows
        .filter((row) => row.payID === payID)
        .map((row) => [row.documentId, readableTitle(row.title ?? row.documentId)]),
    ).values(),
  ];
  return {
    used: new Set(all.map((row) => row.payID)),
    titles: new Map(payIDs.map((payID) => [payID, listTitles(payID)])),
  };
};

/** Returns the products that payment accounts sell, by name, at most twenty. */
export const searchProducts = async (
  { strapi }: WithStrapi,
  search: Search,
): Promise<ListedProduct[]> => {
  const accounts = listAccountNames({ strapi }).filter(
    (account) => search.account === null || account === search.account,
  );
  if (accounts.length === 0) return [];
  const { rows } = await sql(
    { strapi },
    `select p.account, p.pay_id, p.prices from ${PRODUCTS} p
      where p.is_sold and p.account = any(cast(:accounts as text[]))
        and (cast(:payID as text) is null or p.pay_id = :payID)
        and (:text = '' or position(lower(:text) in lower(p.pay_id)) > 0 or exists (
          select from jsonb_array_elements(p.prices) one
           where position(lower(:text) in lower(coalesce(one ->> 'productName', ''))) > 0
              or cast(one ->> 'amount' as numeric) = cast(:amount as numeric)))
      order by p.prices -> 0 ->> 'productName', p.pay_id, p.account
      limit ${MAX_RESULTS}`,
    { accounts, payID: search.payID, text: search.text, amount: parseAmount(search.text) },
  );
  const products = rows as Row[];
  const { used, titles } = await loadLinkedEntries(
    { strapi },
    search,
    products.map((row) => row.pay_id),
  );
  return products.map(({ account, pay_id: payID, prices }) => {
    const { name, offers } = readProduct(prices);
    return {
      account,
      payID,
      name,
      prices: offers.map(
        ({ amount, currency, interval = null, intervalCount = null, instalments = null }) => ({
          amount,
          currency,
          interval,
          intervalCount,
          instalments,
        }),
      ),
      link: getDashboardLink({ strapi }, payID, account),
      usedBy: titles.get(payID) ?? [],
      isUsed: used.has(payID),
    };
  });
};

/**
 * Returns an SQL condition: an entry of a type references the product `p`, in its own account or,
 * without a known account, in any.
 */
const isLinkedBy = ({ strapi }: WithStrapi, uid: UID.ContentType): string => {
  const { name, column } = createTableLookup({ strapi })(uid);
  const entry = `select from ${escapeIdentifier(name)} e where e.${escapeIdentifier(column(PAYMENT_PRODUCT))} = p.pay_id`;
  if (!(PAYMENT_ACCOUNT in strapi.contentTypes[uid].attributes)) return `exists (${entry})`;
  const account = `lower(coalesce(e.${escapeIdentifier(column(PAYMENT_ACCOUNT))}, ''))`;
  return `exists (${entry} and (${account} = p.account or ${account} <> all(cast(:accounts as text[]))))`;
};

/** One product and the total; the product's columns are null if there is only the total. */
type UnlinkedRow = { account: string; pay_id: string | null; prices: string | null; total: string };

/**
 * Returns a page of the products that payment accounts sell and no entry or draft references, by
 * name, with their total number. Accounts without a recent listing are left out.
 */
export const loadUnlinkedProducts = async (
  { strapi }: WithStrapi,
  { from = 0, most }: { from?: number; most: number },
): Promise<UnlinkedPaymentProducts> => {
  const accounts = listAccountNames({ strapi });
  if (accounts.length === 0) return { products: [], total: 0 };
  const isLinked = listSoldTypes({ strapi }).map((uid) => isLinkedBy({ strapi }, uid));
  const { rows } = await sql(
    { strapi },
    `with unlinked as (
       select p.account, p.pay_id, p.prices from ${PRODUCTS} p join ${ACCOUNTS} k on k.account = p.account
        where p.is_sold and p.account = any(cast(:accounts as text[])) and k.listed_at > now() - ${MAX_CACHE_AGE}
          and not (${isLinked.length === 0 ? 'false' : isLinked.join(' or ')}))
     select n.total, u.* from (select count(*) as total from unlinked) n
       left join (select * from unlinked order by prices -> 0 ->> 'productName', pay_id, account limit :most offset :from) u
         on true
      order by u.prices -> 0 ->> 'productName', u.pay_id, u.account`,
    { accounts: [...accounts], from, most },
  );
  const products = (rows as UnlinkedRow[]).flatMap(({ account, pay_id: payID, prices }) => {
    if (payID === null) return [];
    const { name, offers } = readProduct(prices);
    return [
      {
        account,
        payID,
        name,
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
