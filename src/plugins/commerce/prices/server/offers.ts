import type { WithStrapi } from '#platform/strapi/with-strapi';
import { PRICE_FIELDS, type PriceField } from '#catalogue/money/product-prices';
import type { View } from '#delivery/view';
import { listPriceCurrencies } from '../provider-price';
import { getLineCurrency } from '#catalogue/money/line-currency';
import {
  findLowestPriceBefore,
  type RecordedCurrency,
  type RecordedPrice,
  splitByCurrency,
} from './past/lowest-price';
import { CURRENCIES, OFFERED_PRICES } from './past/definitions';
import { PUBLISHED } from './past/publications';
import { MAX_CACHE_AGE } from './provider-cache/read';
import { ACCOUNTS, PRODUCTS, type StoredOffer } from './provider-cache/store';
import { BUSINESS_LINE } from '#catalogue/business-line';

/**
 * Price on sale. `lowestIn30Days`: lowest price of the thirty days before it applied, or null if
 * unknown.
 */
export type Offer = StoredOffer & { lowestIn30Days: number | null };

type Row = [payID: string, prices: string | null, isUnsold: boolean, past: string];

const OFFERS = `
  SELECT w.pay_id, CASE WHEN p.is_sold THEN p.prices::text END,
    coalesce(NOT p.is_sold, k.silent_since IS NULL AND k.products > 0 AND k.listed_at > now() - ${MAX_CACHE_AGE}, false),
    (SELECT coalesce(json_agg(json_build_object('at', extract(epoch FROM h.at) * 1000, 'price', h.price_id || ' ' || h.currency,
        'kind', h.currency || ' ' || h.billing, 'currency', h.currency, 'amount', CASE WHEN h.is_offered THEN h.amount END) ORDER BY h.id), '[]')::text
      FROM ${OFFERED_PRICES} h WHERE h.account = $1 AND h.pay_id = w.pay_id)
  FROM unnest($2::text[]) w(pay_id)
  LEFT JOIN ${PRODUCTS} p ON p.account = $1 AND p.pay_id = w.pay_id
  LEFT JOIN ${ACCOUNTS} k ON k.account = $1`;

const buildOfferKind = ({ currency, interval, intervalCount }: StoredOffer): string =>
  interval === null ? `${currency} once` : `${currency} ${interval} ${intervalCount ?? 1}`;

/** Returns whether a price has the fields that checkout needs. Older releases stored fewer. */
const isWhole = (offer: StoredOffer): boolean =>
  Object.hasOwn(offer, 'id') &&
  offer.otherAmounts !== undefined &&
  (!offer.isRecurring || offer.instalments !== undefined);

/**
 * Returns the prices of payment products in an account, once per currency. Unknown products are
 * missing. Cached responses with these prices are invalidated with the entries that name the
 * product: the database touches the entries when prices change.
 */
export const loadOffers = async (
  view: View,
  account: string,
  payIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly Offer[]>> => {
  const rows = await view.runStatement<Row>(OFFERS, [account, [...payIDs]], []);
  return new Map(
    rows.flatMap(([payID, prices, isUnsold, past]): [string, readonly Offer[]][] => {
      if (prices === null) return isUnsold ? [[payID, []]] : [];
      const offers = JSON.parse(prices) as StoredOffer[];
      if (!offers.every(isWhole)) return [];
      const records = JSON.parse(past) as RecordedPrice[];
      return [
        [
          payID,
          offers.flatMap(listPriceCurrencies).map((offer) => ({
            ...offer,
            lowestIn30Days: findLowestPriceBefore(records, {
              kind: buildOfferKind(offer),
              amount: offer.unitAmount,
              currency: offer.currency,
            }),
          })),
        ],
      ];
    }),
  );
};

/** Price that an entry shows, in units of its business line's currency. */
export type PublishedPrice = {
  field: PriceField;
  amount: number;
  currency: string;
  lowestIn30Days: number | null;
};

type Entry = {
  documentId: string;
  locale: string | null;
  prices: Readonly<Record<PriceField, number | null>>;
};

const PUBLICATIONS = `
  SELECT h.document_id, h.locale, json_agg(json_build_object('at', extract(epoch FROM h.at) * 1000, 'price', h.field,
    'kind', h.field, 'amount', h.amount) ORDER BY h.id)::text
  FROM ${PUBLISHED} h WHERE h.document_id = ANY($1::text[]) GROUP BY 1, 2`;

/** Selects a line by slug, with the noted currencies of the line and of the setting. */
const LINE_CURRENCIES = `
  SELECT v.currency, (SELECT coalesce(json_agg(json_build_object('at', extract(epoch FROM h.at) * 1000,
      'isOwn', h.line <> '', 'currency', h.currency) ORDER BY h.id), '[]')::text
    FROM ${CURRENCIES} h WHERE h.line IN ('', v.document_id))
  FROM verticals v WHERE v.slug = $1 LIMIT 1`;

/** Returns the currency of a business line, and the published prices of entries in it. */
export const loadPublishedPrices = async <E extends Entry>(
  { strapi }: WithStrapi,
  view: View,
  { entries, vertical }: { entries: readonly E[]; vertical: string },
): Promise<{ currency: string; published: ReadonlyMap<E, readonly PublishedPrice[]> }> => {
  const [rows, lines] = await Promise.all([
    view.runStatement<[string, string, string]>(
      PUBLICATIONS,
      [entries.map(({ documentId }) => documentId)],
      [],
    ),
    view.runStatement<[string | null, string]>(
      LINE_CURRENCIES,
      [vertical],
      [BUSINESS_LINE],
      'content',
    ),
  ]);
  const [[ownCurrency, noted] = [null, '[]']] = lines;
  const currency = getLineCurrency({ strapi }, { currency: ownCurrency });
  const currencies = JSON.parse(noted) as RecordedCurrency[];
  const published = new Map(
    entries.map((entry) => {
      const [, , text = '[]'] =
        rows.find(
          ([documentId, locale]) =>
            documentId === entry.documentId && locale === (entry.locale ?? ''),
        ) ?? [];
      const past = JSON.parse(text) as RecordedPrice[];
      const prices = PRICE_FIELDS.flatMap((field) => {
        const amount = entry.prices[field];
        if (amount === null) return [];
        const itsPast = past.filter(({ kind }) => kind === field);
        const recordsByCurrency = splitByCurrency(itsPast, currencies, currency);
        const kind = `${field} ${currency}`;
        return [
          {
            field,
            amount,
            currency,
            lowestIn30Days: findLowestPriceBefore(recordsByCurrency, { kind, amount }),
          },
        ];
      });
      return [entry, prices] as const;
    }),
  );
  return { currency, published };
};
