import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { hasProvenAddress } from '../../../../account';
import { readerLanguage } from '../../../../mail';
import { createCheckoutSession, createCheckoutSubscription, type Purchase } from '../../contract';
import type { Student } from '../../../../../platform/http/authentication';
import { createHandler } from '../../../../../platform/http/handler';
import { tableOf } from '../../../../../platform/strapi/queries';
import {
  byAccount,
  byAddress,
  byMailbox,
  type Limit,
  throttleOf,
} from '../../../../../platform/throttle';
import type { Buyer } from '../services/orders/record';
import { settingsOf } from '../services/provider/client';
import {
  createPaymentSession,
  createSubscriptionSession,
  type CheckoutCaller,
} from '../services/session/create';

type UserRow = { id: number; confirmed: boolean | null; confirmedAt: string | null };

const MINUTE = 60;

const headerOf = (ctx: Context, name: string): string | undefined =>
  ctx.request.headers[name] === undefined ? undefined : ctx.get(name);

export default ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  /**
   * Each checkout costs calls to the provider, whose own limits are shared by all customers. Anybody can type somebody's
   * address, so who is signed in is counted by their account, and not held up by what others ask with it.
   */
  const throttle = async (ctx: Context, student: Student | null, email: string): Promise<void> => {
    const { attemptsPerMinute } = settingsOf({ strapi });
    const perMinute = (name: string, points: number): Limit => ({ name, points, seconds: MINUTE });
    const third = Math.ceil(attemptsPerMinute / 3);
    await throttleOf({ strapi }).consume(ctx, [
      byAddress(perMinute('checkout-address', attemptsPerMinute), ctx),
      student === null
        ? byMailbox(perMinute('checkout-email', third), email)
        : byAccount(perMinute('checkout-account', third), student),
    ]);
  };

  /**
   * The account that buys, where that is known: that of the token, else the one whose owner has proven that
   * the customer's address is theirs. An address that somebody merely registered says nothing about who buys.
   */
  const buyerOf = async (student: Student | null, email: string): Promise<Buyer | null> => {
    if (student !== null) return { id: student.id, isSignedIn: true };
    const users = tableOf<UserRow>({ strapi }, 'plugin::users-permissions.user');
    const user = await users.findOne({
      where: { email },
      select: ['id', 'confirmed', 'confirmedAt'],
    });
    return user !== null && hasProvenAddress(user) ? { id: user.id, isSignedIn: false } : null;
  };

  const callerOf = async (
    ctx: Context,
    student: Student | null,
    { customer_email: email, vertical }: Purchase,
  ): Promise<CheckoutCaller> => {
    await throttle(ctx, student, email);
    return {
      student,
      idempotencyKey: headerOf(ctx, 'idempotency-key'),
      buyer: await buyerOf(student, email),
      language: await readerLanguage({ strapi }, ctx, { kind: 'purchase', vertical }),
    };
  };

  return {
    createPayment: handle(createCheckoutSession, async ({ body, caller, ctx }) =>
      createPaymentSession({ strapi }, await callerOf(ctx, caller, body), body),
    ),

    createSubscription: handle(createCheckoutSubscription, async ({ body, caller, ctx }) =>
      createSubscriptionSession({ strapi }, await callerOf(ctx, caller, body), body),
    ),
  };
};
