import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  ProviderRefusal,
  ProviderUnavailable,
  type CreatedPrice,
  type WantedPrice,
} from '#plugins/commerce/prices';
import {
  createDeadline,
  getStripeId,
  findPaymentAccount,
  type Deadline,
  type PaymentAccount,
} from './client';
import { describeProviderError, isReplayed, isUnreachable, NotAskedInTime } from './errors';
import { listFixedAmounts, parseInstalments } from './price';
import { loadStripe } from './library';

type Calls = { account: PaymentAccount; deadline: Deadline };

const buildRecurring = ({ interval, intervalCount }: WantedPrice) =>
  interval === null ? {} : { recurring: { interval, interval_count: intervalCount } };

const buildMetadata = ({ instalments }: WantedPrice): { metadata?: Stripe.MetadataParam } =>
  instalments === null ? {} : { metadata: { instalments: String(instalments) } };

type TaxedPrice = Pick<Stripe.Price, 'tax_behavior'>;

/**
 * Returns whether the amount of a price includes taxes. Without it, the account's default applies,
 * and customers may pay taxes on top.
 */
const buildTaxBehavior = (price: TaxedPrice | null | undefined) => {
  const behavior = price?.tax_behavior ?? 'unspecified';
  return behavior === 'unspecified' ? {} : { tax_behavior: behavior };
};

/** Returns the fields of a price that do not depend on its product. */
const buildPriceParams = (price: WantedPrice, taxedLike: TaxedPrice | null) => ({
  currency: price.currency.toLowerCase(),
  ...buildTaxBehavior(taxedLike),
  unit_amount: price.unitAmount,
  ...buildRecurring(price),
  ...buildMetadata(price),
});

/** Returns whether a price charges exactly the requested amounts. */
const isAlike = (
  price: Stripe.Price,
  newPrice: WantedPrice,
  taxedLike: TaxedPrice | null,
): boolean => {
  const instalments = parseInstalments(price);
  return (
    price.active &&
    (taxedLike === null ||
      isDeepStrictEqual(buildTaxBehavior(price), buildTaxBehavior(taxedLike))) &&
    price.currency === newPrice.currency.toLowerCase() &&
    price.unit_amount === newPrice.unitAmount &&
    (price.recurring?.interval ?? null) === newPrice.interval &&
    (price.recurring?.interval_count ?? 1) === newPrice.intervalCount &&
    price.recurring?.usage_type !== 'metered' &&
    'count' in instalments &&
    instalments.count === newPrice.instalments
  );
};

/** Returns the amounts of the replaced price in other currencies, which the new price keeps. */
const buildCurrencyOptions = (replaced: Stripe.Price | null, price: WantedPrice) => {
  const others = replaced === null ? [] : [...listFixedAmounts(replaced)];
  const options = others.flatMap(([code, unitAmount]) =>
    code === price.currency.toLowerCase()
      ? []
      : [
          [
            code,
            { unit_amount: unitAmount, ...buildTaxBehavior(replaced?.currency_options?.[code]) },
          ] as const,
        ],
  );
  return options.length === 0 ? {} : { currency_options: Object.fromEntries(options) };
};

const retrieveReplaced = async (
  { account, deadline }: Calls,
  { replaces, payID, currency, interval }: WantedPrice,
): Promise<Stripe.Price | null> => {
  if (replaces === null) return null;
  const price = await deadline.call((options) =>
    account.client.prices.retrieve(replaces, { expand: ['currency_options'] }, options),
  );
  const isReplaceable =
    getStripeId(price.product) === payID &&
    price.currency === currency.toLowerCase() &&
    (price.recurring === null) === (interval === null);
  if (!isReplaceable) throw new ProviderRefusal(`${replaces} is another kind of price`);
  return price;
};

const createProduct = async (
  { account, deadline }: Calls,
  newPrice: WantedPrice,
  idempotencyKey: string,
): Promise<CreatedPrice> => {
  const { id, default_price: price } = await deadline.call((options) =>
    account.client.products.create(
      { name: newPrice.name, default_price_data: buildPriceParams(newPrice, null) },
      { ...options, idempotencyKey },
    ),
  );
  return { payID: id, priceID: getStripeId(price) ?? '' };
};

const addPrice = async (
  { account, deadline }: Calls,
  newPrice: WantedPrice & { payID: string },
  idempotencyKey: string,
): Promise<CreatedPrice> => {
  const { client } = account;
  const { payID } = newPrice;
  const calls = { account, deadline };
  const product = await deadline.call((options) => client.products.retrieve(payID, {}, options));
  if (!product.active) {
    throw new ProviderRefusal(`${payID} is not on sale`);
  }
  const replaced = await retrieveReplaced(calls, newPrice);
  const { data: active } = await deadline.call((options) =>
    client.prices.list({ product: payID, active: true, limit: 100 }, options),
  );
  const former = getStripeId(product.default_price);
  const taxedLike = replaced ?? active.find(({ id }) => id === former) ?? null;
  const price =
    active.find((item) => isAlike(item, newPrice, taxedLike)) ??
    (await deadline.call((options) =>
      client.prices.create(
        {
          product: payID,
          ...buildPriceParams(newPrice, taxedLike),
          ...buildCurrencyOptions(replaced, newPrice),
        },
        { ...options, idempotencyKey },
      ),
    ));
  // The provider archives no default price, so the default changes first.
  if (former !== price.id && (former === null || former === replaced?.id)) {
    await deadline.call((options) =>
      client.products.update(payID, { default_price: price.id }, options),
    );
  }
  if (replaced !== null && replaced.id !== price.id && replaced.active) {
    await deadline.call((options) => client.prices.update(replaced.id, { active: false }, options));
  }
  return { payID, priceID: price.id };
};

/** Maps an error of the provider to those of the prices feature. */
const mapPriceError = (error: unknown): unknown => {
  const { StripeError, StripeInvalidRequestError } = loadStripe().errors;
  if (error instanceof NotAskedInTime || isUnreachable(error)) {
    return new ProviderUnavailable(describeProviderError(error));
  }
  if (!(error instanceof StripeError)) return error;
  // The key repeats the error, so the next attempt needs another one.
  if (isReplayed(error) || error instanceof StripeInvalidRequestError) {
    return new ProviderRefusal(error.message);
  }
  return new ProviderUnavailable(describeProviderError(error));
};

/**
 * Creates a price in an account, and makes it the one that is charged. A product that has exactly
 * this price gets no second one. Amounts in other currencies stay those of the replaced price. Taxes
 * are included or added as in the replaced price, or in the product's default price.
 *
 * @throws ProviderUnavailable, ProviderRefusal
 */
export const createPriceAt = async (
  { strapi }: WithStrapi,
  newPrice: WantedPrice,
  idempotencyKey: string,
): Promise<CreatedPrice> => {
  const account = findPaymentAccount({ strapi }, newPrice.account);
  if (account === undefined) throw new ProviderRefusal(`No account ${newPrice.account}`);
  const calls = { account, deadline: createDeadline({ strapi }) };
  const { payID } = newPrice;
  try {
    return payID === null
      ? await createProduct(calls, newPrice, idempotencyKey)
      : await addPrice(calls, { ...newPrice, payID }, idempotencyKey);
  } catch (error) {
    const failure = mapPriceError(error);
    if (failure !== error) {
      strapi.log.warn(
        `checkout: ${account.name} could not create a price: ${describeProviderError(error)}`,
      );
    }
    throw failure;
  }
};
