import type { Context } from 'koa';
import { createCheckoutSession, createCheckoutSubscription } from '../../contract';
import { answer } from '../../../../http/handler';
import { buyerOf } from '../services/session/buyer';
import {
  createPaymentSession,
  createSubscriptionSession,
  type Caller,
} from '../services/session/create';
import { throttleCheckout } from '../services/session/throttle';
import type { WithStrapi } from '../types';
import { catalogueSettings } from '../../../../catalogue/settings';

const headerOf = (ctx: Context, name: string): string | undefined =>
  ctx.request.headers[name] === undefined ? undefined : ctx.get(name);

export default ({ strapi }: WithStrapi) => {
  const callerOf = async (ctx: Context, email: string): Promise<Caller> => {
    await throttleCheckout({ strapi }, ctx, email);
    return {
      idempotencyKey: headerOf(ctx, 'idempotency-key'),
      language: catalogueSettings.of({ strapi }).defaultLang,
      buyer: await buyerOf({ strapi }, ctx, email),
    };
  };

  return {
    createPayment: answer(createCheckoutSession, async ({ body }, ctx) =>
      createPaymentSession({ strapi }, { body, caller: await callerOf(ctx, body.customer_email) }),
    ),

    createSubscription: answer(createCheckoutSubscription, async ({ body }, ctx) =>
      createSubscriptionSession(
        { strapi },
        { body, caller: await callerOf(ctx, body.customer_email) },
      ),
    ),
  };
};
