import type { Feature } from '#feature/feature';
import { priceFinding } from './layout';
import { attemptDefinitions } from './server/creating/create-price';
import { differenceDefinitions, publishedDifferences } from './server/check/differences';
import { queueFirstCheck } from './server/check/check';
import { providerCacheDefinitions } from './server/provider-cache/store';
import { fetchMissingProducts } from './server/provider-cache/fetch-missing';
import { priceFilters, readAccountStates, readCachedProducts } from './server/provider-cache/read';
import { unlinkedPaymentProducts } from './server/provider-cache/search-products';
import { noteEarlierPrices, pastDefinitions } from './server/past/definitions';
import { paymentAccounts } from './server/provider-prices';
import { queueProductRefresh } from './server/refresh-product';
import { priceSettings, priceTolerance } from './settings';

export { validatePrices } from './server/guard';
export { refreshProductIfOlder, queueProductRefresh } from './server/refresh-product';
export { fetchMissingProducts } from './server/provider-cache/fetch-missing';
export { selectPricesInCurrency } from './provider-price';
export { offersOf, publishedPrices, type Offer, type PublishedPrice } from './server/offers';
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
export { priceTolerance } from './settings';

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
    listAccounts: paymentAccounts,
    readAccountStates,
    readFacts: async (context, payIDs) => ({
      accounts: await readCachedProducts(context, payIDs),
      priceTolerance: priceTolerance(context),
    }),
    readDifferences: publishedDifferences,
    findUnlinked: unlinkedPaymentProducts,
    fetchMissing: fetchMissingProducts,
    queueRefresh: queueProductRefresh,
  },
  sortedTexts: { 'plugin::prices.finding': ['entryTitle'] },
  definitions: (context) => [
    ...providerCacheDefinitions(),
    ...differenceDefinitions(),
    ...pastDefinitions(context),
    ...attemptDefinitions(),
  ],
  bootstrap: noteEarlierPrices,
  start: queueFirstCheck,
};
