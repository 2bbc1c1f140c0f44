import type { Feature } from '#feature/feature';
import { priceFinding } from './layout';
import { attemptDefinitions } from './server/creating/create-price';
import { createDifferenceDefinitions, loadPublishedDifferences } from './server/check/differences';
import { queueFirstCheck } from './server/check/check';
import { createProviderCacheDefinitions } from './server/provider-cache/store';
import { fetchMissingProducts } from './server/provider-cache/fetch-missing';
import { priceFilters, readAccountStates, readCachedProducts } from './server/provider-cache/read';
import { loadUnlinkedProducts } from './server/provider-cache/search-products';
import { noteEarlierPrices, createPriceHistoryDefinitions } from './server/past/definitions';
import { listAccountNames } from './server/provider-prices';
import { queueProductRefresh } from './server/refresh-product';
import { priceSettings, getPriceTolerance } from './settings';

export { validatePrices } from './server/guard';
export { refreshProductIfOlder, queueProductRefresh } from './server/refresh-product';
export { fetchMissingProducts } from './server/provider-cache/fetch-missing';
export { selectPricesInCurrency } from './provider-price';
export { loadOffers, loadPublishedPrices, type Offer, type PublishedPrice } from './server/offers';
export { readCachedProducts } from './server/provider-cache/read';
export {
  definePaymentProvider,
  intervals,
  ProviderRefusal,
  ProviderUnavailable,
  type CreatedPrice,
  type WantedPrice,
  type PaymentProvider,
  type ProviderAnswer,
} from './server/provider-prices';
export { getPriceTolerance } from './settings';

/**
 * Stores prices in their business line's currency, and compares them with the payment provider's.
 */
export const prices: Feature = {
  name: 'prices',
  folder: __dirname,
  settings: [priceSettings],
  layouts: { types: [priceFinding] },
  listFilters: priceFilters,
  paymentProducts: {
    listAccounts: listAccountNames,
    readAccountStates,
    readFacts: async (context, payIDs) => ({
      accounts: await readCachedProducts(context, payIDs),
      priceTolerance: getPriceTolerance(context),
    }),
    readDifferences: loadPublishedDifferences,
    findUnlinked: loadUnlinkedProducts,
    fetchMissing: fetchMissingProducts,
    queueRefresh: queueProductRefresh,
  },
  sortedTexts: { 'plugin::prices.finding': ['entryTitle'] },
  definitions: (context) => [
    ...createProviderCacheDefinitions(),
    ...createDifferenceDefinitions(),
    ...createPriceHistoryDefinitions(context),
    ...attemptDefinitions(),
  ],
  bootstrap: noteEarlierPrices,
  start: queueFirstCheck,
};
