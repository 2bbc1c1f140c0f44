import type { WithStrapi } from '#platform/strapi/with-strapi';
import { tableOf } from '#platform/strapi/queries';
import { currenciesOf } from '#catalogue/money/line-currency';
import { pricedTypes, type PricedType } from '#catalogue/money/price-fields';

/** Stored price with its place. */
export type PlacedPrice = {
  entryType: string;
  entryId: string;
  entryTitle: string;
  entryLocale: string | null;
  version: 'draft' | 'published';
  field: string;
  amount: number;
};

type Row = Readonly<Record<string, unknown>>;

/** Stored price with the values that it is compared by. */
export type StoredPrice = PlacedPrice & {
  currencies: readonly string[];
  /** Id of the product at the payment provider, and the account that sells it, if stated. */
  payID: string | null;
  account: string | null;
  /** How the entry is paid. */
  purchaseType: string | null;
};

const BATCH = 500;

const textIn = (row: Row, name: string): string | null => {
  const value = row[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

const pricesIn = ({ strapi }: WithStrapi, type: PricedType, row: Row): StoredPrice[] => {
  const lines = type.lines === null ? [] : [row[type.lines] ?? []].flat();
  return type.prices.flatMap((field) => {
    const value = row[field];
    if (value === null || value === undefined) return [];
    return [
      {
        entryType: type.uid,
        entryId: String(row.documentId),
        entryTitle: textIn(row, 'title') ?? textIn(row, 'name') ?? String(row.documentId),
        entryLocale: textIn(row, 'locale'),
        version: type.hasDrafts && !row.publishedAt ? 'draft' : 'published',
        field,
        amount: Number(value),
        currencies: currenciesOf({ strapi }, lines),
        payID: textIn(row, 'payID'),
        account: textIn(row, 'payCrm')?.toLowerCase() ?? null,
        purchaseType: textIn(row, 'purchaseType'),
      },
    ];
  });
};

/**
 * Yields all stored prices, drafts included, a batch of entries at a time.
 *
 * @param selection `payID` limits them to entries sold as this payment product; `signal` ends the
 *   reading
 */
export async function* readStoredPrices(
  { strapi }: WithStrapi,
  { payID, signal }: { payID?: string | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<StoredPrice[]> {
  for (const type of pricedTypes({ strapi })) {
    const { attributes } = strapi.getModel(type.uid);
    if (payID !== undefined && !('payID' in attributes)) continue;
    const columnNames = [
      'title',
      'name',
      'payID',
      'payCrm',
      'purchaseType',
      'locale',
      'publishedAt',
    ];
    let after = 0;
    for (;;) {
      signal?.throwIfAborted();
      const rows = await tableOf<Row>({ strapi }, type.uid).findMany({
        where: { id: { $gt: after }, ...(payID !== undefined && { payID }) },
        select: [
          'id',
          'documentId',
          ...columnNames.filter((name) => name in attributes),
          ...type.prices,
        ],
        populate: type.lines === null ? {} : { [type.lines]: { select: ['id', 'currency'] } },
        orderBy: { id: 'asc' },
        limit: BATCH,
      });
      yield rows.flatMap((row) => pricesIn({ strapi }, type, row));
      if (rows.length < BATCH) break;
      after = Number(rows.at(-1)?.id);
    }
  }
}
