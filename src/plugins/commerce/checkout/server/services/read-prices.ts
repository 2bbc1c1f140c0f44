import type { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { catalogueSettings } from '#catalogue/settings';
import { canPayFor } from '#catalogue/money/product-prices';
import { getDecimals } from '#catalogue/money/currencies';
import { createHttpError, type ApiError } from '#platform/http/errors';
import type { View } from '#delivery/view';
import {
  selectPricesInCurrency,
  loadOffers,
  getPriceTolerance,
  loadPublishedPrices,
  type Offer,
  type PublishedPrice,
} from '#plugins/commerce/prices';
import { checkoutErrors } from '../../errors';
import { soldProduct } from '../../prices-contract';
import { findPaymentAccount } from './provider/client';
import { chooseProduct } from './session/purchase';

/** Thrown if the prices of products are not cached. The provider has to be asked. */
export class PricesNotKnown extends Error {
  override name = 'PricesNotKnown';

  constructor(
    readonly payIDs: readonly string[],
    readonly account: string,
  ) {
    super('Prices are not known yet');
  }
}

type PriceLookup = { productPayIDs: readonly string[]; origin: string; vertical: string };

type SoldProduct = z.output<typeof soldProduct>;

/** Returns the sum of all payments, or null for a subscription without an end. */
const computeTotal = (
  { unitAmount, isRecurring }: Offer,
  instalments: number | null,
): number | null => (isRecurring && instalments === null ? null : unitAmount * (instalments ?? 1));

const toPrice = (offer: Offer, instalments: number | null) => ({
  priceID: offer.id,
  amount: offer.unitAmount,
  currency: offer.currency.toLowerCase(),
  decimals: getDecimals(offer.currency),
  type: offer.isRecurring ? ('recurring' as const) : ('one_time' as const),
  interval: offer.interval,
  intervalCount: offer.intervalCount,
  instalments,
  totalAmount: computeTotal(offer, instalments),
  isDefault: offer.isDefault,
  lowestIn30Days: offer.lowestIn30Days,
});

const toPrices = (offer: Offer) => {
  const { instalments = null } = offer;
  return instalments === 'unclear' ? [] : [toPrice(offer, instalments)];
};

const toProductPrices = (
  { payID, documentId }: SoldProduct,
  offers: readonly Offer[],
  published: readonly PublishedPrice[],
) => ({
  productPayID: payID,
  documentId,
  prices: offers
    .toSorted(
      (first, other) =>
        Number(other.isDefault) - Number(first.isDefault) ||
        Number(first.isRecurring) - Number(other.isRecurring),
    )
    .flatMap(toPrices),
  published: published.map((price) => ({ ...price, currency: price.currency.toLowerCase() })),
});

export type ProductPrices = ReturnType<typeof toProductPrices>;

export type RefusedProduct = { productPayID: string; refusal: ApiError };

/**
 * Returns the prices that the account would charge in a currency, and those of them at which
 * checkout sells the product.
 *
 * @param offers each price once per currency
 */
const selectOffers = (
  { strapi }: WithStrapi,
  product: SoldProduct,
  offers: readonly Offer[],
  currency: string,
): { charged: readonly Offer[]; sellable: readonly Offer[] } => {
  const comparison = { currencies: [currency], tolerance: getPriceTolerance({ strapi }) };
  const isSellable = (offer: Offer): boolean => {
    const inOtherCurrencies = offers.filter(
      (other) => other.id === offer.id && other.currency !== offer.currency,
    );
    return (
      offer.instalments !== 'unclear' &&
      canPayFor(product, { ...offer, inOtherCurrencies }, offers, comparison)
    );
  };
  const charged = selectPricesInCurrency(offers, currency);
  return { charged, sellable: charged.filter(isSellable) };
};

/** Returns why checkout refuses all prices of a product. */
const pickRefusalError = ({ purchaseType }: SoldProduct, offers: readonly Offer[]): ApiError =>
  offers.every(({ instalments }) => instalments === 'unclear') ||
  (purchaseType === 'instalments' && offers.some(({ isRecurring }) => isRecurring))
    ? checkoutErrors.INSTALMENTS_NOT_CLEAR
    : checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE;

/**
 * Returns the prices of products in the account that checkout would charge, and the reason for each
 * product that it would refuse.
 *
 * @throws UNKNOWN_ORIGIN; PricesNotKnown if prices are not cached
 */
export const readPrices = async (
  { strapi }: WithStrapi,
  view: View,
  { productPayIDs, origin, vertical }: PriceLookup,
): Promise<{ sold: readonly ProductPrices[]; refused: readonly RefusedProduct[] }> => {
  const account = findPaymentAccount({ strapi }, origin);
  if (account === undefined) throw createHttpError(checkoutErrors.UNKNOWN_ORIGIN);
  const { defaultLang } = catalogueSettings.of({ strapi });
  const versions = (
    await view.readMany('api::product.product', soldProduct, {
      where: { payID: [...productPayIDs] },
      sort: ['documentId', 'locale'],
    })
  ).parse();
  const now = await view.now(
    versions.map(({ isOffSale, onSaleAgainAt }) => (isOffSale === true ? onSaleAgainAt : null)),
  );
  const choices = productPayIDs.map((productPayID) => ({
    productPayID,
    ...chooseProduct(
      versions.filter(({ payID }) => payID === productPayID),
      { origin: account.name, vertical, defaultLang, now },
    ),
  }));
  const products = choices.flatMap((choice) => ('product' in choice ? [choice.product] : []));
  const entries = products.map(
    ({ documentId, locale, fullPrice, tuitionPrice, instalmentsPrice }) => ({
      documentId,
      locale,
      prices: { fullPrice, tuitionPrice, instalmentsPrice },
    }),
  );
  const offers = await loadOffers(
    view,
    account.name,
    products.map(({ payID }) => payID),
  );
  const unknown = products.flatMap(({ payID }) => (offers.has(payID) ? [] : [payID]));
  if (unknown.length > 0) throw new PricesNotKnown(unknown, account.name);
  const { currency, published } = await loadPublishedPrices({ strapi }, view, {
    entries,
    vertical,
  });
  const priced = products.map((product, index) => {
    const entry = entries[index];
    const ownPrices = entry === undefined ? [] : (published.get(entry) ?? []);
    const all = offers.get(product.payID) ?? [];
    return { product, own: ownPrices, ...selectOffers({ strapi }, product, all, currency) };
  });
  const isUnsellable = ({ charged, sellable }: (typeof priced)[number]): boolean =>
    charged.length > 0 && sellable.length === 0;
  const unsellable = priced.filter(isUnsellable).map(({ product, charged }) => ({
    productPayID: product.payID,
    refusal: pickRefusalError(product, charged),
  }));
  const refused = choices.flatMap((choice) =>
    'refusal' in choice ? [{ productPayID: choice.productPayID, refusal: choice.refusal }] : [],
  );
  return {
    sold: priced
      .filter((product) => !isUnsellable(product))
      .map(({ product, sellable, own: ownPrices }) =>
        toProductPrices(product, sellable, ownPrices),
      ),
    refused: [...refused, ...unsellable].toSorted((first, other) =>
      first.productPayID < other.productPayID ? -1 : 1,
    ),
  };
};
