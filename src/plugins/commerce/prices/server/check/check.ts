import type { WithStrapi } from '../../../../../platform/with-strapi';
import { databaseNow } from '../../../../../platform/strapi/queries';
import { listPriceCurrencies } from '../../money/prices-by-currency';
import { hundredfoldOf, type ProviderPrice } from '../../money/compare';
import { storeAllProducts } from '../provider-cache/store';
import { fetchAllPrices } from '../provider-prices';
import { noteDifferences } from './differences';
import { MOST_FINDINGS, saveFindings, type Finding } from './findings';
import { readStoredPrices, type StoredPrice } from './stored-prices';

const byProduct = (prices: readonly ProviderPrice[]): ReadonlyMap<string, ProviderPrice[]> => {
  const products = new Map<string, ProviderPrice[]>();
  for (const price of prices) {
    const known = products.get(price.payID);
    if (known === undefined) products.set(price.payID, [price]);
    else known.push(price);
  }
  return products;
};

/**
 * Returns the provider's prices to compare with: those in the entry's currency, else all, which
 * still reveal a factor of a hundred.
 */
const comparable = (
  { account, currencies }: StoredPrice,
  prices: readonly ProviderPrice[],
): readonly ProviderPrice[] => {
  const own = prices.filter((price) => account === null || price.account === account);
  const same = own.filter(({ currency }) => currencies.includes(currency));
  return same.length > 0 ? same : own;
};

const findingIn = (
  stored: StoredPrice,
  products: ReadonlyMap<string, ProviderPrice[]>,
): Finding | null => {
  const { currencies, payID, account, purchaseType: _, ...place } = stored;
  const [currency = ''] = currencies;
  if (stored.amount < 0) {
    return { ...place, currency, problem: 'negative', providerAmount: null, account };
  }
  const offered = comparable(stored, payID === null ? [] : (products.get(payID) ?? []));
  const price = hundredfoldOf(stored.amount, offered);
  if (price === null) return null;
  return {
    ...place,
    currency: price.currency,
    problem: 'hundredfold',
    providerAmount: price.amount,
    account: price.account,
  };
};

/** Result of a full check. */
export type Outcome = { checked: number; findings: readonly Finding[]; silent: readonly string[] };

/**
 * Checks all stored prices by themselves and against the payment provider, and stores the findings.
 * The provider's prices are cached for publishing rules. Unavailable accounts are skipped. Repeated
 * checks have no further effect.
 */
export const checkPrices = async ({ strapi }: WithStrapi): Promise<Outcome> => {
  const began = await databaseNow({ strapi });
  const answer = await fetchAllPrices({ strapi });
  const { prices, silent } = answer;
  await storeAllProducts({ strapi }, answer, began);
  const products = byProduct(prices.flatMap(listPriceCurrencies));
  const findings: Finding[] = [];
  let checked = 0;
  for await (const some of readStoredPrices({ strapi })) {
    checked += some.length;
    for (const stored of some) {
      const finding = findingIn(stored, products);
      if (finding !== null && findings.length < MOST_FINDINGS) findings.push(finding);
    }
  }
  await saveFindings({ strapi }, findings, silent);
  await noteDifferences({ strapi });
  return { checked, findings, silent };
};
