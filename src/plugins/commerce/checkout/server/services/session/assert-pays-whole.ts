import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { majorUnits } from '../../../../../../catalogue/money/currency-decimals';
import type { OfferedPrice } from '../../../../../../feature/publishing-rules';
import { httpError } from '../../../../../../platform/http/errors';
import {
  mayBePart,
  paysFor,
  type PriceFields,
} from '../../../../../../catalogue/money/product-prices';
import {
  queueProductRefresh,
  fetchMissingProducts,
  priceTolerance,
  readCachedProducts,
} from '../../../../prices';
import { checkoutErrors } from '../../../contract';
import type { SellablePrice } from '../provider/checkout-session';
import type { PaymentAccount } from '../provider/client';

type Sale = { product: { payID: string }; priceFields: PriceFields; currency: string };

/**
 * Checks that a price pays for the whole product: the account may also sell a deposit under the
 * same identifier. It compares with the same cached prices that the price endpoints answer, so both
 * agree.
 *
 * @throws PRICE_NOT_OF_PURCHASE_TYPE; PRICES_NOT_KNOWN if the price may be a part and no cached
 *   price disproves it
 */
export const assertPaysWhole = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  { product: { payID }, priceFields, currency }: Sale,
  price: SellablePrice,
): Promise<void> => {
  // The customer chooses the amount, so the price cannot pay for a product with a purchase type.
  if (price.unitAmount === null) {
    if (priceFields.purchaseType === null) return;
    throw httpError(checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE);
  }
  const offerIn = (code: string, unitAmount: number): OfferedPrice => ({
    amount: majorUnits(unitAmount, code.toUpperCase()),
    currency: code.toUpperCase(),
    isRecurring: price.isRecurring,
    instalments: price.instalments,
  });
  const offer = {
    ...offerIn(price.currency, price.unitAmount),
    inOtherCurrencies: [...price.amounts]
      .filter(([code]) => code !== price.currency)
      .map(([code, unitAmount]) => offerIn(code, unitAmount)),
  };
  const comparison = { currencies: [currency], tolerance: priceTolerance({ strapi }) };
  let offered: readonly OfferedPrice[] = [];
  if (mayBePart(priceFields, offer, comparison)) {
    await fetchMissingProducts({ strapi }, [{ payID, account: account.name }]);
    const known = (await readCachedProducts({ strapi }, [payID])).get(payID) ?? [];
    const own = known.find((one) => one.account === account.name);
    // The provider has just returned a price of this product, so a cached "not sold" is stale.
    if (own?.product !== 'sold') {
      if (own?.product === 'unsold') await queueProductRefresh({ strapi }, payID);
      throw httpError(checkoutErrors.PRICES_NOT_KNOWN, { details: { productPayIDs: [payID] } });
    }
    offered = own.prices;
  }
  if (!paysFor(priceFields, offer, offered, comparison)) {
    throw httpError(checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE);
  }
};
