import type { Context } from 'koa';
import { createCheckoutSession, createCheckoutSubscription } from '../../contract';
import type { Student } from '../../../../http/authentication';
import { createHandler } from '../../../../http/handler';
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
  const handle = createHandler({ strapi });

  const callerOf = async (
    ctx: Context,
    student: Student | null,
    email: string,
  ): Promise<Caller> => {
    await throttleCheckout({ strapi }, ctx, email);
    return {
      idempotencyKey: headerOf(ctx, 'idempotency-key'),
      language: catalogueSettings.of({ strapi }).defaultLang,
      buyer: await buyerOf({ strapi }, student, email),
    };
  };

  return {
    createPayment: handle(createCheckoutSession, async ({ body, caller, ctx }) =>
      createPaymentSession(
        { strapi },
        { body, caller: await callerOf(ctx, caller, body.customer_email) },
      ),
    ),

    createSubscription: handle(createCheckoutSubscription, async ({ body, caller, ctx }) =>
      createSubscriptionSession(
        { strapi },
        { body, caller: await callerOf(ctx, caller, body.customer_email) },
      ),
    ),
  };
};
