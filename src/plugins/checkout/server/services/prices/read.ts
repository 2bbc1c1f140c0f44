import type { z } from '@strapi/utils';
import { catalogueSettings } from '../../../../../catalogue/settings';
import { decimalsOf } from '../../../../../feature/currency-decimals';
import { httpError, type ApiError } from '../../../../../http/errors';
import type { View } from '../../../../../reading/view';
import { offersOf, publishedPrices, type Offer, type PublishedPrice } from '../../../../prices';
import { checkoutErrors } from '../../../contract';
import { soldProduct } from '../../../prices-contract';
import type { WithStrapi } from '../../types';
import { paymentAccountNamed } from '../provider/client';
import { chooseProduct } from '../session/purchase';
import { PricesNotKnown } from './not-known';

type Asked = { productPayIDs: readonly string[]; origin: string; vertical: string };

type SoldProduct = z.output<typeof soldProduct>;

/** The whole of what is paid; null: without an end. */
const totalOf = ({ unitAmount, isRecurring }: Offer, instalments: number | null): number | null =>
  isRecurring && instalments === null ? null : unitAmount * (instalments ?? 1);

const pricedBy = (offer: Offer, instalments: number | null) => ({
  priceID: offer.id,
  amount: offer.unitAmount,
  currency: offer.currency.toLowerCase(),
  decimals: decimalsOf(offer.currency),
  type: offer.isRecurring ? ('recurring' as const) : ('one_time' as const),
  interval: offer.interval,
  intervalCount: offer.intervalCount,
  instalments,
  totalAmount: totalOf(offer, instalments),
  isDefault: offer.isDefault,
  lowestIn30Days: offer.lowestIn30Days,
});

/** A price as it is answered; none where checkout refuses it for not saying clearly how often it is charged. */
const priceOf = (offer: Offer) => {
  const { instalments = null } = offer;
  return instalments === 'unclear' ? [] : [pricedBy(offer, instalments)];
};

const pricesOf = (
  { payID, documentId }: SoldProduct,
  offers: readonly Offer[],
  published: readonly PublishedPrice[],
) => ({
  productPayID: payID,
  documentId,
  prices: offers
    .toSorted(
      (one, other) =>
        Number(other.isDefault) - Number(one.isDefault) ||
        Number(one.isRecurring) - Number(other.isRecurring),
    )
    .flatMap(priceOf),
  published: published.map((price) => ({ ...price, currency: price.currency.toLowerCase() })),
});

export type ProductPrices = ReturnType<typeof pricesOf>;

export type Refused = { productPayID: string; refusal: ApiError };

/**
 * What products cost in the account that checkout would charge for them, and why it would refuse the others.
 *
 * @throws UNKNOWN_ORIGIN; PricesNotKnown where of some it is not known yet
 */
export const readPrices = async (
  { strapi }: WithStrapi,
  view: View,
  { productPayIDs, origin, vertical }: Asked,
): Promise<{ sold: readonly ProductPrices[]; refused: readonly Refused[] }> => {
  const account = paymentAccountNamed({ strapi }, origin);
  if (account === undefined) throw httpError(checkoutErrors.UNKNOWN_ORIGIN);
  const { defaultLang } = catalogueSettings.of({ strapi });
  const versions = (
    await view.many('api::product.product', soldProduct, {
      where: { payID: [...productPayIDs] },
      sort: ['documentId', 'locale'],
    })
  ).parse();
  const chosen = productPayIDs.map((productPayID) => ({
    productPayID,
    ...chooseProduct(
      versions.filter(({ payID }) => payID === productPayID),
      { origin: account.name, vertical, defaultLang },
    ),
  }));
  const products = chosen.flatMap((one) => ('product' in one ? [one.product] : []));
  const entries = products.map(
    ({ documentId, locale, fullPrice, tuitionPrice, instalmentsPrice }) => ({
      documentId,
      locale,
      prices: { fullPrice, tuitionPrice, instalmentsPrice },
    }),
  );
  const offers = await offersOf(
    view,
    account.name,
    products.map(({ payID }) => payID),
  );
  const unknown = products.flatMap(({ payID }) => (offers.has(payID) ? [] : [payID]));
  if (unknown.length > 0) throw new PricesNotKnown(unknown, account.name);
  const published = await publishedPrices({ strapi }, view, { entries, vertical });
  return {
    sold: products.map((product, at) => {
      const entry = entries[at];
      const own = entry === undefined ? [] : (published.get(entry) ?? []);
      return pricesOf(product, offers.get(product.payID) ?? [], own);
    }),
    refused: chosen.flatMap((one) =>
      'refusal' in one ? [{ productPayID: one.productPayID, refusal: one.refusal }] : [],
    ),
  };
};
