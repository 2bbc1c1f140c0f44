import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { listLineCurrencies } from '#catalogue/money/line-currency';
import { listPricedTypes, type PricedType } from '#catalogue/money/price-fields';

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

const getText = (row: Row, name: string): string | null => {
  const value = row[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

const toStoredPrices = ({ strapi }: WithStrapi, type: PricedType, row: Row): StoredPrice[] => {
  const lines = type.lines === null ? [] : [row[type.lines] ?? []].flat();
  return type.prices.flatMap((field) => {
    const value = row[field];
    if (value === null || value === undefined) return [];
    return [
      {
        entryType: type.uid,
        entryId: String(row.documentId),
        entryTitle: getText(row, 'title') ?? getText(row, 'name') ?? String(row.documentId),
        entryLocale: getText(row, 'locale'),
        version: type.hasDrafts && !row.publishedAt ? 'draft' : 'published',
        field,
        amount: Number(value),
        currencies: listLineCurrencies({ strapi }, lines),
        payID: getText(row, 'payID'),
        account: getText(row, 'payCrm')?.toLowerCase() ?? null,
        purchaseType: getText(row, 'purchaseType'),
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
  for (const type of listPricedTypes({ strapi })) {
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
      const rows = await getTable<Row>({ strapi }, type.uid).findMany({
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
      yield rows.flatMap((row) => toStoredPrices({ strapi }, type, row));
      if (rows.length < BATCH) break;
      after = Number(rows.at(-1)?.id);
    }
  }
}
