import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { hasProvenAddress } from '#catalogue/proven-address';
import { negotiateReaderLanguage } from '#plugins/mail';
import { createCheckoutSession, createCheckoutSubscription, type Purchase } from '../../contract';
import type { Student } from '#platform/http/authentication';
import { createHandler } from '#platform/http/handler';
import { getTable } from '#platform/strapi/queries';
import { byAccount, byAddress, byMailbox, type Limit, getThrottle } from '#platform/throttle';
import type { Buyer } from '../services/orders/record';
import { getCheckoutSettings } from '../services/provider/client';
import {
  createPaymentSession,
  createSubscriptionSession,
  type CheckoutCaller,
} from '../services/session/create';

type UserRow = { id: number; confirmed: boolean | null; confirmedAt: string | null };

const MINUTE = 60;

const getHeader = (ctx: Context, name: string): string | undefined =>
  ctx.request.headers[name] === undefined ? undefined : ctx.get(name);

export default ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  /**
   * Limits the rate of checkouts, because each one calls the provider and all customers share its
   * limits. Signed-in students are counted by account: others can type any e-mail address, and must
   * not block its owner.
   */
  const throttleCheckout = async (
    ctx: Context,
    student: Student | null,
    email: string,
  ): Promise<void> => {
    const { attemptsPerMinute } = getCheckoutSettings({ strapi });
    const createMinuteLimit = (name: string, points: number): Limit => ({
      name,
      points,
      seconds: MINUTE,
    });
    const third = Math.ceil(attemptsPerMinute / 3);
    await getThrottle({ strapi }).consume(ctx, [
      byAddress(createMinuteLimit('checkout-address', attemptsPerMinute), ctx),
      student === null
        ? byMailbox(createMinuteLimit('checkout-email', third), email)
        : byAccount(createMinuteLimit('checkout-account', third), student),
    ]);
  };

  /**
   * Returns the account that buys: the account of the token, else the account that has proven the
   * customer's address. A registered address alone does not say who buys.
   */
  const findBuyer = async (student: Student | null, email: string): Promise<Buyer | null> => {
    if (student !== null) return { id: student.id, isSignedIn: true };
    const users = getTable<UserRow>({ strapi }, 'plugin::users-permissions.user');
    const user = await users.findOne({
      where: { email },
      select: ['id', 'confirmed', 'confirmedAt'],
    });
    return user !== null && hasProvenAddress(user) ? { id: user.id, isSignedIn: false } : null;
  };

  const identifyCaller = async (
    ctx: Context,
    student: Student | null,
    { customer_email: email, vertical }: Purchase,
  ): Promise<CheckoutCaller> => {
    await throttleCheckout(ctx, student, email);
    return {
      student,
      idempotencyKey: getHeader(ctx, 'idempotency-key'),
      buyer: await findBuyer(student, email),
      language: await negotiateReaderLanguage({ strapi }, ctx, { kind: 'purchase', vertical }),
    };
  };

  return {
    createPayment: handle(createCheckoutSession, async ({ body, caller, ctx }) =>
      createPaymentSession({ strapi }, await identifyCaller(ctx, caller, body), body),
    ),

    createSubscription: handle(createCheckoutSubscription, async ({ body, caller, ctx }) =>
      createSubscriptionSession({ strapi }, await identifyCaller(ctx, caller, body), body),
    ),
  };
};
