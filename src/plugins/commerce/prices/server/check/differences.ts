import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { PublishedDifference } from '#feature/payment-products';
import {
  findDifferentCharge,
  getComparedKind,
  getShownPrice,
} from '#catalogue/money/product-prices';
import type { Definition } from '#platform/database/installer';
import { selectChargingAccounts } from '#catalogue/money/charging-accounts';
import type { AccountFacts } from '#feature/publishing-rules';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { getPriceTolerance } from '../../settings';
import { listPricedTypes } from '#catalogue/money/price-fields';
import { readCachedProducts } from '../provider-cache/read';
import { readStoredPrices, type StoredPrice } from './stored-prices';

const DIFFERENCES = 'payment.differences';

/**
 * Returns the table of published prices that differ from the charged ones. It is stored so that
 * each difference is logged once.
 */
export const createDifferenceDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: DIFFERENCES,
    create: `
      CREATE SCHEMA IF NOT EXISTS payment;
      CREATE TABLE ${DIFFERENCES} (
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        field text NOT NULL,
        title text NOT NULL,
        pay_id text NOT NULL,
        shown numeric NOT NULL,
        charged numeric NOT NULL,
        currency text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (document_id, locale, field)
      )`,
  },
];

type Difference = {
  document_id: string;
  locale: string;
  field: string;
  title: string;
  pay_id: string;
  shown: number;
  charged: number;
  currency: string;
};

const computeDifferences = (
  prices: readonly StoredPrice[],
  accountFacts: ReadonlyMap<string, readonly AccountFacts[]>,
  tolerance: number,
): Difference[] => {
  const entries = new Map<string, StoredPrice[]>();
  for (const price of prices) {
    if (price.version !== 'published' || price.payID === null) continue;
    const key = JSON.stringify([price.entryId, price.entryLocale]);
    entries.set(key, [...(entries.get(key) ?? []), price]);
  }
  return [...entries.values()].flatMap((pricesOfEntry) => {
    const [entry] = pricesOfEntry;
    if (entry === undefined || entry.payID === null) return [];
    const { payID, account, currencies, purchaseType, entryId, entryLocale, entryTitle } = entry;
    const accountsThatCharge = selectChargingAccounts(accountFacts.get(payID) ?? [], account ?? '');
    const offered = accountsThatCharge.flatMap((facts) => facts.prices);
    const findAmount = (field: string): number | null =>
      pricesOfEntry.find((price) => price.field === field)?.amount ?? null;
    const displayedPrice = getShownPrice({
      purchaseType,
      fullPrice: findAmount('fullPrice'),
      tuitionPrice: findAmount('tuitionPrice'),
      instalmentsPrice: findAmount('instalmentsPrice'),
    });
    if (displayedPrice === null) return [];
    const kind = getComparedKind(entry, displayedPrice);
    const charged = findDifferentCharge({ ...displayedPrice, kind }, offered, {
      currencies,
      tolerance,
    });
    if (charged === null) return [];
    return [
      {
        document_id: entryId,
        locale: entryLocale ?? '',
        field: displayedPrice.field,
        title: entryTitle,
        pay_id: payID,
        shown: displayedPrice.amount,
        charged: charged.amount,
        currency: charged.currency,
      },
    ];
  });
};

const KEY = ['document_id', 'locale', 'field'] as const;

/** Stores the differences of one payment product, or of all, and returns the new ones. */
const save = async (
  { strapi }: WithStrapi,
  differences: readonly Difference[],
  payID: string | null,
): Promise<readonly Difference[]> =>
  await strapi.db.transaction(async ({ trx }) => {
    // Concurrent checks of two nodes would log everything twice.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [DIFFERENCES]);
    const values = { found: JSON.stringify(differences), payID };
    const list = `jsonb_to_recordset(cast(:found as jsonb)) f (document_id text, locale text, field text,
      title text, pay_id text, shown numeric, charged numeric, currency text)`;
    await sql(
      { strapi, trx },
      `delete from ${DIFFERENCES} d where (cast(:payID as text) is null or d.pay_id = :payID)
       and not exists (select from ${list} where ${KEY.map((key) => `f.${key} = d.${key}`).join(' and ')})`,
      values,
    );
    const { rows } = await sql(
      { strapi, trx },
      `insert into ${DIFFERENCES} as d (document_id, locale, field, title, pay_id, shown, charged, currency)
       select document_id, locale, field, title, pay_id, shown, charged, currency from ${list}
       on conflict (${KEY.join(', ')}) do update set title = excluded.title, pay_id = excluded.pay_id,
         shown = excluded.shown, charged = excluded.charged, currency = excluded.currency, at = now()
       where (d.shown, d.charged, d.currency) is distinct from (excluded.shown, excluded.charged, excluded.currency)
       returning document_id, locale, field`,
      values,
    );
    const isNew = new Set(rows.map((row) => JSON.stringify(KEY.map((key) => row[key]))));
    return differences.filter((difference) =>
      isNew.has(JSON.stringify(KEY.map((key) => difference[key]))),
    );
  });

/** Maximum number of log lines. More differences mean an intended change of all prices. */
const MOST_LINES = 20;

/**
 * Finds published entries whose price differs from the provider's, for one payment product or all.
 * New differences are logged. Editors see them in the form.
 */
export const noteDifferences = async (
  { strapi }: WithStrapi,
  { payID, signal }: { payID?: string; signal?: AbortSignal } = {},
): Promise<void> => {
  const differences: Difference[] = [];
  for await (const prices of readStoredPrices({ strapi }, { payID, signal })) {
    const payIDs = prices.flatMap((price) => price.payID ?? []);
    const accountFacts = await readCachedProducts({ strapi }, payIDs);
    differences.push(...computeDifferences(prices, accountFacts, getPriceTolerance({ strapi })));
  }
  const arisen = await save({ strapi }, differences, payID ?? null);
  for (const { title, locale, field, shown, charged, currency } of arisen.slice(0, MOST_LINES)) {
    const language = locale === '' ? '' : ` (${locale})`;
    strapi.log.warn(
      `prices: "${title}"${language} shows ${shown} as ${field}, the payment provider charges ${charged} ${currency}`,
    );
  }
  if (arisen.length > MOST_LINES) {
    strapi.log.warn(`prices: ${arisen.length - MOST_LINES} more entries show another price`);
  }
};

/** Returns the published prices that differed from the provider's at the last comparison. */
export const loadPublishedDifferences = async ({
  strapi,
}: WithStrapi): Promise<PublishedDifference[]> => {
  const ofTypes = await Promise.all(
    listPricedTypes({ strapi }).map(async ({ uid }) => {
      const { rows } = await sql(
        { strapi },
        `select d.* from ${DIFFERENCES} d where exists (
           select from ${escapeIdentifier(createTableLookup({ strapi })(uid).name)} e
            where e.document_id = d.document_id and e.published_at is not null)`,
      );
      return rows.map((row) => ({
        uid,
        documentId: String(row.document_id),
        locale: row.locale === '' ? null : String(row.locale),
        field: String(row.field),
        shown: Number(row.shown),
        charged: Number(row.charged),
        currency: String(row.currency),
      }));
    }),
  );
  return ofTypes.flat();
};
