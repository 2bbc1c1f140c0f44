import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getText } from '#catalogue/entry-values';
import { PRICE_FIELDS } from '#catalogue/money/product-prices';
import type { Entry, Facts } from '#feature/publishing-rules';
import { sql, getTable, type Transaction, type Connection } from '#platform/strapi/queries';
import { lockSorted } from '#platform/database/sorted-locks';
import { createTableLookup } from '#platform/strapi/tables';
import { getLineCurrency, loadBusinessLines } from '#catalogue/money/line-currency';
import { getPaymentProducts } from '#feature/application';
import { getEntryCurrencies, type Currencies } from '../facts';

/** Entry whose facts are queried: stored, or as a form holds it. */
export type Subject = {
  documentId: string | null;
  locale: string | null;
  content: Entry;
};

/** Facts that payment rules need besides the entry. */
export type PaymentFacts = Pick<
  Facts,
  'accounts' | 'currencies' | 'samePaymentProduct' | 'publishedSale' | 'priceTolerance'
>;

/** Attributes that decide how a product is sold. */
const SALE = [
  'payID',
  'payCrm',
  'purchaseType',
  'isSoon',
  'isOffSale',
  'onSaleAgainAt',
  ...PRICE_FIELDS,
] as const;

/** Returns the sale data of an entry's published version; null if it is not published. */
export type PublishedSales = (subject: Pick<Subject, 'documentId' | 'locale'>) => Entry | null;

const buildVersionKey = ({ documentId, locale }: Pick<Subject, 'documentId' | 'locale'>): string =>
  JSON.stringify([documentId, locale]);

/** Returns whether entries of a type can be sold: the type has a payment product attribute. */
const isPaid = ({ strapi }: WithStrapi, uid: string): boolean =>
  'payID' in strapi.getModel(uid as UID.ContentType).attributes;

type SaleRow = Entry & { documentId: string; locale: string | null };

/** Reads the sale data of published versions. */
export const readPublishedSales = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  documentIds: readonly string[],
): Promise<PublishedSales> => {
  if (!isPaid({ strapi }, uid) || documentIds.length === 0) return () => null;
  const rows = await getTable<SaleRow>({ strapi }, uid).findMany({
    where: { documentId: { $in: [...documentIds] }, publishedAt: { $notNull: true } },
    select: ['documentId', 'locale', ...SALE],
    populate: { verticals: { select: ['documentId'] } },
  });
  const sales = new Map(rows.map((row): [string, Entry] => [buildVersionKey(row), row]));
  return (subject) => sales.get(buildVersionKey(subject)) ?? null;
};

type Seller = Facts['samePaymentProduct'][number] & { documentId: string; payID: string };

/**
 * Reads the published entries that are sold under some payment ids. An entry whose sale begins
 * again by itself counts.
 */
const readSellers = async (
  connection: Connection,
  uid: UID.ContentType,
  payIDs: readonly string[],
): Promise<Seller[]> => {
  if (payIDs.length === 0) return [];
  const { name, column } = createTableLookup(connection)(uid);
  const { rows } = await sql(
    connection,
    `select distinct on (document_id, ??) document_id, ?? as pay_id, ?? as account, ?? as title
       from ?? where ?? = any(cast(? as text[])) and published_at is not null and ?? is not true
        and not (?? is true and ?? is null)
      order by document_id, ??, id`,
    [
      ...[column('payCrm'), column('payID'), column('payCrm'), column('title'), name],
      ...[column('payID'), [...payIDs], column('isSoon')],
      ...[column('isOffSale'), column('onSaleAgainAt'), column('payCrm')],
    ],
  );
  return rows.map((row) => ({
    documentId: String(row.document_id),
    payID: String(row.pay_id),
    account: typeof row.account === 'string' ? row.account : '',
    title: String(row.title),
  }));
};

export const readLineCurrencies = async ({ strapi }: WithStrapi): Promise<Currencies> => {
  const lines = await loadBusinessLines({ strapi });
  return {
    defaultCurrency: getLineCurrency({ strapi }, undefined),
    byLine: Object.fromEntries(lines.map(({ documentId, currency }) => [documentId, currency])),
  };
};

/** Facts of a type without payments. */
export const noPaymentFacts: PaymentFacts = {
  accounts: [],
  currencies: [],
  samePaymentProduct: [],
  publishedSale: null,
  priceTolerance: 0,
};

const payIDOf = ({ content }: Subject): string => getText(content, 'payID');

/**
 * Reads the payment facts of some entries of a type. The number of queries is independent of the
 * number of entries.
 *
 * @param sales former published sale data, if the entries have been written since
 */
export const readPaymentFacts = async (
  connection: Connection,
  uid: UID.ContentType,
  subjects: readonly Subject[],
  sales?: PublishedSales,
): Promise<(subject: Subject) => PaymentFacts> => {
  if (!isPaid(connection, uid)) return () => noPaymentFacts;
  const payIDs = [...new Set(subjects.map(payIDOf))].filter(Boolean);
  const documentIds = subjects.flatMap(({ documentId }) => documentId ?? []);
  const currencies = await readLineCurrencies(connection);
  const { accounts, priceTolerance } = await getPaymentProducts(connection).readFacts(
    connection,
    subjects.map(payIDOf),
  );
  const sellers = await readSellers(connection, uid, payIDs);
  const saleOf = sales ?? (await readPublishedSales(connection, uid, documentIds));
  return (subject) => ({
    accounts: accounts.get(payIDOf(subject)) ?? [],
    currencies: getEntryCurrencies(subject.content, currencies),
    samePaymentProduct: sellers
      .filter(
        ({ payID, documentId }) => payID === payIDOf(subject) && documentId !== subject.documentId,
      )
      .map(({ title, account }) => ({ title, account })),
    publishedSale: saleOf(subject),
    priceTolerance,
  });
};

/**
 * Locks payment products until the transaction ends, across all nodes. Without the lock, two
 * simultaneous publications of one product would not see each other. A transaction must lock all
 * its products in one call: locks taken in the order of a selection can deadlock.
 */
export const lockPaymentProducts = async (
  connection: WithStrapi & { trx: Transaction },
  contents: readonly Entry[],
): Promise<void> => {
  const payIDs = [...new Set(contents.map((content) => getText(content, 'payID')))].filter(Boolean);
  await lockSorted(
    connection,
    payIDs.map((payID) => `payment product ${payID}`),
  );
};
