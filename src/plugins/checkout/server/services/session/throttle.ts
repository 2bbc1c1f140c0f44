import type { Context } from 'koa';
import { byAddress, byEmail, throttleOf } from '../../../../../throttle';
import { settingsOf } from '../provider/payment-accounts';
import type { WithStrapi } from '../../types';

const MINUTE = 60;

/**
 * Each checkout costs calls to the provider, whose own limits are shared by all customers.
 *
 * @throws RateLimitError `TOO_MANY_REQUESTS`
 */
export const throttleCheckout = async (
  { strapi }: WithStrapi,
  ctx: Context,
  email: string,
): Promise<void> => {
  const { attemptsPerMinute } = settingsOf({ strapi });
  await throttleOf({ strapi }).consume(ctx, [
    byAddress({ name: 'checkout-address', points: attemptsPerMinute, seconds: MINUTE }, ctx),
    byEmail(
      { name: 'checkout-email', points: Math.ceil(attemptsPerMinute / 3), seconds: MINUTE },
      email,
    ),
  ]);
};
