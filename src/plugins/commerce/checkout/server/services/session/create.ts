import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import {
  checkoutErrors,
  checkoutSession,
  checkoutSubscription,
  type Purchase,
  type PurchaseMetadata,
} from '../../../contract';
import type { Student } from '../../../../../../platform/http/authentication';
import { httpError } from '../../../../../../platform/http/errors';
import { withLease } from '../coordination';
import { entitlementsOf } from '../orders/entitlements';
import { recordOrder, type Buyer, type SoldProduct } from '../orders/record';
import { assertSellable, createProviderSession } from '../provider/checkout-session';
import { createDeadline, paymentAccountNamed, settingsOf } from '../provider/client';
import { describeProviderError, providerFailure } from '../provider/errors';
import type { CheckoutMode } from '../../types';
import {
  beginAttempt,
  completeAttempt,
  failAttempt,
  findEarlier,
  identifyRequest,
} from './idempotency';
import { validatePurchase } from './purchase';
import { assertPaysWhole } from './whole-price';

type CheckoutRequest<Answer> = {
  mode: CheckoutMode;
  purchase: Purchase;
  said: PurchaseMetadata;
  /** What is answered of the provider's session. */
  answer: z.ZodType<Answer>;
};

/** Who asks for a checkout. */
export type CheckoutCaller = {
  /** Who is signed in; null: nobody. */
  student: Student | null;
  /** What the caller wants repetitions to be recognised by. */
  idempotencyKey: string | undefined;
  /** Whose order it becomes; null: a guest's. */
  buyer: Buyer | null;
  /** The language in which the customer wants to be written to; null: they did not say. */
  language: string | null;
};

/** Milliseconds beyond the last call to the provider, for recording what it has made. */
const SLACK = 5_000;

const answerOf = <Answer>(
  { mode, answer }: CheckoutRequest<Answer>,
  session: Stripe.Checkout.Session,
): Answer => {
  if (session.mode !== mode || session.url === null) throw httpError(checkoutErrors.PROVIDER_ERROR);
  return answer.parse(session);
};

/**
 * Keeps students from buying what they have, where the operator wants it. Two pages that are open at once can be paid both.
 *
 * @throws PRODUCT_ALREADY_OWNED
 */
const refuseOwned = async (
  { strapi }: WithStrapi,
  student: Student | null,
  { documentId }: SoldProduct,
): Promise<void> => {
  if (student === null || !settingsOf({ strapi }).refusesOwnedProducts) return;
  const entitlements = await entitlementsOf({ strapi }, student);
  const owned = entitlements.find(({ product }) => product.documentId === documentId);
  if (owned === undefined) return;
  throw httpError(checkoutErrors.PRODUCT_ALREADY_OWNED, { details: { orders: owned.orders } });
};

/**
 * A hosted checkout, once for an `Idempotency-Key`, or once for a body that comes again within seconds
 * without one, in whichever process and however concurrent. A repetition is answered what the first was, while its page is
 * open. Nothing is remembered of a request that was refused.
 *
 * @throws IDEMPOTENCY_KEY_REUSED, CHECKOUT_ALREADY_PAID, PRODUCT_ALREADY_OWNED, CHECKOUT_IN_PROGRESS where the first takes longer than one may wait, what
 *   is wrong with the request, or what is wrong with the provider
 */
const create = async <Answer extends object>(
  { strapi }: WithStrapi,
  { student, idempotencyKey, buyer, language }: CheckoutCaller,
  request: CheckoutRequest<Answer>,
): Promise<Answer> => {
  const { mode, purchase, said } = request;
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > 255)) {
    throw httpError(checkoutErrors.INVALID_IDEMPOTENCY_KEY);
  }
  const account = paymentAccountNamed({ strapi }, purchase.origin);
  if (account === undefined) throw httpError(checkoutErrors.UNKNOWN_ORIGIN);
  const deadline = createDeadline({ strapi });
  const identity = identifyRequest({
    account: account.name,
    operation: mode,
    clientKey: idempotencyKey,
    body: { ...purchase, origin: account.name, ...said },
    owner: buyer?.isSignedIn === true ? buyer.id : null,
  });
  const lease = {
    name: identity.key,
    milliseconds: deadline.whole + SLACK,
    patience: deadline.total,
    onBusy: () => httpError(checkoutErrors.CHECKOUT_IN_PROGRESS),
  };

  const answerOnce = async (): Promise<Answer> => {
    const earlier = await findEarlier<Answer>({ strapi }, identity);
    if (earlier.answer !== null) return earlier.answer;

    const valid = await validatePurchase({ strapi }, account, purchase, said);
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
    const known = providerFailure(error);
    if (known !== error) {
      strapi.log.warn(
        `checkout: ${account.name} could not make a session: ${describeProviderError(error)}`,
      );
    }
    throw known;
  }
};

// Of the provider's session, the fields that the contract names, in its order.
const paymentAnswer = z.object(checkoutSession.shape);
const subscriptionAnswer = z.object(checkoutSubscription.shape);

/** A hosted checkout for one payment. */
export const createPaymentSession = (
  { strapi }: WithStrapi,
  caller: CheckoutCaller,
  { payment_intent_data, metadata, ...purchase }: Purchase & PurchaseMetadata,
) =>
  create({ strapi }, caller, {
    mode: 'payment',
    purchase,
    said: { payment_intent_data, metadata },
    answer: paymentAnswer,
  });

/** A hosted checkout for a subscription. */
export const createSubscriptionSession = (
  { strapi }: WithStrapi,
  caller: CheckoutCaller,
  purchase: Purchase,
) =>
  create({ strapi }, caller, {
    mode: 'subscription',
    purchase,
    said: {},
    answer: subscriptionAnswer,
  });
