import type Stripe from 'stripe';
import {
  checkoutErrors,
  checkoutSession,
  checkoutSubscription,
  type Purchase,
  type PurchaseMetadata,
} from '../../../contract';
import { httpError } from '../../../../../http/errors';
import { stableHash } from '../stable-hash';
import { recordOrder } from '../orders/record';
import { paymentAccountNamed, settingsOf, type PaymentAccount } from '../provider/payment-accounts';
import { createDeadline, type Deadline } from '../provider/deadline';
import { customerFor } from '../provider/customers';
import { describeProviderError, providerFailure } from '../provider/errors';
import { assertSellable, type Mode } from '../provider/prices';
import type { WithStrapi } from '../../types';
import type { Buyer } from './buyer';
import { mergeMetadata, type Metadata } from './metadata';
import { once, type Made } from './idempotency';
import { productToSell, type SoldProduct } from './product';
import { assertReturnsAllowed } from './return-urls';

export type Caller = {
  idempotencyKey: string | undefined;
  language: string;
  /** Whose order it becomes; null: a guest's. */
  buyer: Buyer | null;
};

type Plan = {
  mode: Mode;
  body: Purchase;
  account: PaymentAccount;
  product: SoldProduct;
  metadata: Metadata;
  caller: Caller;
};

const parametersOf = (
  { mode, body, metadata }: Plan,
  customer: string,
): Stripe.Checkout.SessionCreateParams => ({
  mode,
  customer,
  line_items: [{ price: body.priceID, quantity: 1 }],
  success_url: body.success_url,
  cancel_url: body.cancel_url,
  metadata,
  ...(mode === 'payment'
    ? { payment_intent_data: { metadata } }
    : { subscription_data: { metadata } }),
});

const makeSession = async (
  { strapi }: WithStrapi,
  plan: Plan,
  deadline: Deadline,
  seed: string,
): Promise<Made<Stripe.Checkout.Session>> => {
  const { account, body } = plan;
  const customer = await customerFor({ strapi }, account, body.customer_email, deadline);
  const parameters = parametersOf(plan, customer);
  const session = await deadline.call((options) =>
    account.client.checkout.sessions.create(parameters, {
      ...options,
      idempotencyKey: stableHash([account.name, seed, parameters]),
    }),
  );
  return {
    answer: session,
    sessionId: session.id,
    record: async () => {
      await recordOrder(
        { strapi },
        {
          session,
          ...plan,
          priceId: body.priceID,
          email: body.customer_email,
          vertical: body.vertical,
          buyer: plan.caller.buyer,
        },
      );
    },
  };
};

const checkKey = (key: string | undefined): void => {
  if (key !== undefined && (key.length < 1 || key.length > 255)) {
    throw httpError(checkoutErrors.INVALID_IDEMPOTENCY_KEY);
  }
};

/** Everything that can be known to be wrong before the provider is asked for anything. */
const planOf = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  { mode, body, extra, caller }: Request,
): Promise<Plan> => {
  assertReturnsAllowed(body, settingsOf({ strapi }));
  const product = await productToSell(
    { strapi },
    {
      payId: body.productPayID,
      vertical: body.vertical,
      origin: account.name,
      language: caller.language,
    },
  );
  const metadata = mergeMetadata(extra, {
    productDocumentId: product.documentId,
    SKU: product.SKU,
    vertical: body.vertical,
    origin: account.name,
  });
  return { mode, body, account, product, metadata, caller };
};

type Request = { mode: Mode; body: Purchase; extra: PurchaseMetadata; caller: Caller };

const answerOf = <T>(mode: Mode, session: Stripe.Checkout.Session, pick: (s: object) => T): T => {
  if (session.mode !== mode || session.url === null) throw httpError(checkoutErrors.PROVIDER_ERROR);
  return pick(session);
};

const create = async <T>(
  { strapi }: WithStrapi,
  request: Request,
  pick: (session: object) => T,
): Promise<T> => {
  const { mode, body, extra, caller } = request;
  checkKey(caller.idempotencyKey);
  const account = paymentAccountNamed({ strapi }, body.origin);
  if (account === undefined) throw httpError(checkoutErrors.UNKNOWN_ORIGIN);
  const deadline = createDeadline(settingsOf({ strapi }).timeoutMs);
  try {
    return await once<T, Plan>(
      { strapi },
      {
        account: account.name,
        operation: mode,
        clientKey: caller.idempotencyKey,
        body: { ...body, origin: account.name, ...extra },
        owner: caller.buyer?.isSignedIn === true ? caller.buyer.id : null,
        milliseconds: deadline.total,
        validate: async () => {
          const plan = await planOf({ strapi }, account, request);
          const { priceID: priceId, productPayID: payId } = body;
          await assertSellable(account, { priceId, payId, mode }, deadline);
          return plan;
        },
        make: async (plan, seed) => {
          const made = await makeSession({ strapi }, plan, deadline, seed);
          return { ...made, answer: answerOf(mode, made.answer, pick) };
        },
      },
    );
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

const picked =
  <T extends object>(keys: readonly (keyof T)[], parse: (value: unknown) => T) =>
  (session: object): T => {
    const source = session as Record<keyof T, unknown>;
    return parse(Object.fromEntries(keys.map((key) => [key, source[key]])));
  };

const pickSession = picked(
  Object.keys(checkoutSession.shape) as (keyof typeof checkoutSession.shape)[],
  (value) => checkoutSession.parse(value),
);

const pickSubscription = picked(
  Object.keys(checkoutSubscription.shape) as (keyof typeof checkoutSubscription.shape)[],
  (value) => checkoutSubscription.parse(value),
);

/** A hosted checkout for one payment. */
export const createPaymentSession = (
  { strapi }: WithStrapi,
  { body, caller }: { body: Purchase & PurchaseMetadata; caller: Caller },
) => {
  const { payment_intent_data, metadata, ...purchase } = body;
  const extra = { payment_intent_data, metadata };
  return create({ strapi }, { mode: 'payment', body: purchase, extra, caller }, pickSession);
};

/** A hosted checkout for a subscription. */
export const createSubscriptionSession = (
  { strapi }: WithStrapi,
  { body, caller }: { body: Purchase; caller: Caller },
) => create({ strapi }, { mode: 'subscription', body, extra: {}, caller }, pickSubscription);
