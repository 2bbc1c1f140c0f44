import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  checkoutSession,
  checkoutSubscription,
  type Purchase,
  type PurchaseMetadata,
} from '#plugins/commerce/checkout/contract';
import { checkoutErrors } from '#plugins/commerce/checkout/errors';
import type { Student } from '#platform/http/authentication';
import { createHttpError } from '#platform/http/errors';
import { withLease } from '../coordination';
import { loadBlockingOrders } from '../orders/entitlements';
import { type Buyer, recordOrder, type SoldProduct } from '../orders/record';
import {
  assertSellable,
  createProviderSession,
  type SellablePrice,
} from '../provider/checkout-session';
import {
  createDeadline,
  type PaymentAccount,
  findPaymentAccount,
  getCheckoutSettings,
} from '../provider/client';
import { describeProviderError, mapProviderError } from '../provider/errors';
import type { CheckoutMode } from '../../types';
import {
  beginAttempt,
  completeAttempt,
  failAttempt,
  findEarlier,
  identifyRequest,
} from './idempotency';
import { validatePurchase } from './purchase';
import { toMajorUnits } from '#catalogue/money/currencies';
import type { OfferedPrice } from '#feature/publishing-rules';
import { mayBePart, canPayFor, type PriceFields } from '#catalogue/money/product-prices';
import {
  fetchMissingProducts,
  getPriceTolerance,
  queueProductRefresh,
  readCachedProducts,
} from '#plugins/commerce/prices';

type Sale = { product: { payID: string }; priceFields: PriceFields; currency: string };

/**
 * Checks that a price pays for the whole product: the account may also sell a deposit under the
 * same identifier. It compares with the same cached prices that the price endpoints answer, so both
 * agree.
 *
 * @throws PRICE_NOT_OF_PURCHASE_TYPE; PRICES_NOT_KNOWN if the price may be a part and no cached
 *   price disproves it
 */
const assertPaysWhole = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  { product: { payID }, priceFields, currency }: Sale,
  price: SellablePrice,
): Promise<void> => {
  // The customer chooses the amount, so the price cannot pay for a product with a purchase type.
  if (price.unitAmount === null) {
    if (priceFields.purchaseType === null) return;
    throw createHttpError(checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE);
  }
  const offerIn = (code: string, unitAmount: number): OfferedPrice => ({
    amount: toMajorUnits(unitAmount, code.toUpperCase()),
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
  const comparison = { currencies: [currency], tolerance: getPriceTolerance({ strapi }) };
  let offered: readonly OfferedPrice[] = [];
  if (mayBePart(priceFields, offer, comparison)) {
    await fetchMissingProducts({ strapi }, [{ payID, account: account.name }]);
    const accountFacts = (await readCachedProducts({ strapi }, [payID])).get(payID) ?? [];
    const ownFacts = accountFacts.find((facts) => facts.account === account.name);
    // The provider has just returned a price of this product, so a cached "not sold" is stale.
    if (ownFacts?.product !== 'sold') {
      if (ownFacts?.product === 'unsold') await queueProductRefresh({ strapi }, payID);
      throw createHttpError(checkoutErrors.PRICES_NOT_KNOWN, {
        details: { productPayIDs: [payID] },
      });
    }
    offered = ownFacts.prices;
  }
  if (!canPayFor(priceFields, offer, offered, comparison)) {
    throw createHttpError(checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE);
  }
};

type CheckoutRequest<Answer> = {
  mode: CheckoutMode;
  purchase: Purchase;
  metadata: PurchaseMetadata;
  /** Selects the fields of the provider's session that are answered. */
  answer: z.ZodType<Answer>;
};

/** Caller of a checkout. */
export type CheckoutCaller = {
  /** Signed-in student, or null. */
  student: Student | null;
  /** `Idempotency-Key` of the caller, by which repeated requests are recognised. */
  idempotencyKey: string | undefined;
  /** Owner of the order. Null: a guest. */
  buyer: Buyer | null;
  /** Language for e-mails to the customer. Null: not stated. */
  language: string | null;
};

/** Milliseconds after the last call to the provider, for storing the result. */
const STORE_RESULT_MS = 5_000;

const answerOf = <Answer>(
  { mode, answer }: CheckoutRequest<Answer>,
  session: Stripe.Checkout.Session,
): Answer => {
  if (session.mode !== mode || session.url === null)
    throw createHttpError(checkoutErrors.PROVIDER_ERROR);
  return answer.parse(session);
};

/**
 * Refuses products that the student already has access to or is still charged for, if the operator
 * wants this. It cannot prevent that two pages opened at once are both paid.
 *
 * @throws PRODUCT_ALREADY_OWNED
 */
const refuseOwned = async (
  { strapi }: WithStrapi,
  student: Student | null,
  { documentId }: SoldProduct,
): Promise<void> => {
  if (student === null || !getCheckoutSettings({ strapi }).refusesOwnedProducts) return;
  const orders = await loadBlockingOrders({ strapi }, student, documentId);
  if (orders.length === 0) return;
  throw createHttpError(checkoutErrors.PRODUCT_ALREADY_OWNED, { details: { orders } });
};

/**
 * Creates a hosted checkout once per `Idempotency-Key`. Without a key, the same body within seconds
 * counts as the same request. This holds across processes and for concurrent requests. A repeated
 * request receives the first answer while its page is open. Refused requests are not stored.
 *
 * @throws IDEMPOTENCY_KEY_REUSED, CHECKOUT_ALREADY_PAID, PRODUCT_ALREADY_OWNED,
 *   CHECKOUT_IN_PROGRESS if the first request takes too long, an error of the request, or an error
 *   of the provider
 */
const create = async <Answer extends object>(
  { strapi }: WithStrapi,
  { student, idempotencyKey, buyer, language }: CheckoutCaller,
  request: CheckoutRequest<Answer>,
): Promise<Answer> => {
  const { mode, purchase, metadata: requestMetadata } = request;
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > 255)) {
    throw createHttpError(checkoutErrors.INVALID_IDEMPOTENCY_KEY);
  }
  const account = findPaymentAccount({ strapi }, purchase.origin);
  if (account === undefined) throw createHttpError(checkoutErrors.UNKNOWN_ORIGIN);
  const deadline = createDeadline({ strapi });
  const identity = identifyRequest({
    account: account.name,
    operation: mode,
    clientKey: idempotencyKey,
    body: { ...purchase, origin: account.name, ...requestMetadata },
    owner: buyer?.isSignedIn === true ? buyer.id : null,
  });
  const lease = {
    name: identity.key,
    milliseconds: deadline.whole + STORE_RESULT_MS,
    patience: deadline.total,
    onBusy: () => createHttpError(checkoutErrors.CHECKOUT_IN_PROGRESS),
  };

  const answerOnce = async (): Promise<Answer> => {
    const earlier = await findEarlier<Answer>({ strapi }, identity);
    if (earlier.answer !== null) return earlier.answer;

    const valid = await validatePurchase(
      { strapi },
      account,
      purchase,
      requestMetadata,
      earlier.now,
    );
    const { product, metadata, allowsPromotionCodes } = valid;
    await refuseOwned({ strapi }, student, product);
    const { purchaseType } = valid.priceFields;
    const sale = { purchaseType, lineCurrency: valid.currency };
    const price = await assertSellable(account, mode, purchase, sale, deadline);
    await assertPaysWhole({ strapi }, account, valid, price);

    const attempt = await beginAttempt({ strapi }, identity, earlier);
    const session = await createProviderSession(
      { strapi },
      account,
      {
        mode,
        purchase,
        price,
        metadata,
        allowsPromotionCodes,
        seed: attempt.seed,
      },
      deadline,
    ).catch(async (error: unknown) => {
      await failAttempt({ strapi }, attempt, error);
      throw error;
    });

    const answer = answerOf(request, session);
    await strapi.db.transaction(async () => {
      await recordOrder(
        { strapi },
        {
          session,
          mode,
          account,
          product,
          priceId: purchase.priceID,
          instalments: price.instalments,
          email: purchase.customer_email,
          vertical: purchase.vertical,
          metadata,
          language,
          buyer,
        },
      );
      await completeAttempt({ strapi }, attempt, { answer, sessionId: session.id });
    });
    return answer;
  };

  try {
    return await withLease({ strapi }, lease, answerOnce);
  } catch (error) {
    const failure = mapProviderError(error);
    if (failure !== error) {
      strapi.log.warn(
        `checkout: ${account.name} could not create a session: ${describeProviderError(error)}`,
      );
    }
    throw failure;
  }
};

// The fields that the contract names, in its order.
const paymentAnswer = z.object(checkoutSession.shape);
const subscriptionAnswer = z.object(checkoutSubscription.shape);

/** Creates a hosted checkout for one payment. */
export const createPaymentSession = (
  { strapi }: WithStrapi,
  caller: CheckoutCaller,
  { payment_intent_data, metadata, ...purchase }: Purchase & PurchaseMetadata,
) =>
  create({ strapi }, caller, {
    mode: 'payment',
    purchase,
    metadata: { payment_intent_data, metadata },
    answer: paymentAnswer,
  });

/** Creates a hosted checkout for a subscription. */
export const createSubscriptionSession = (
  { strapi }: WithStrapi,
  caller: CheckoutCaller,
  purchase: Purchase,
) =>
  create({ strapi }, caller, {
    mode: 'subscription',
    purchase,
    metadata: {},
    answer: subscriptionAnswer,
  });
