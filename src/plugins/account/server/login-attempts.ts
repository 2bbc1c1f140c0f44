import type { Context } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { byEmail, type Hit, throttleOf } from '../../../platform/throttle';
import { forgetNetworks, isKnownNetwork, networkKeyOf, rememberNetwork } from './known-networks';
import { limitOf } from './limits';
import { sendAccountMail } from './mails/send';

/** Counter and network of an attempt to log in to an account. */
export type Attempt = { hit: Hit; network: string; isKnown: boolean };

const hitFor = ({ strapi }: WithStrapi, email: string, network: string, isKnown: boolean): Hit =>
  isKnown
    ? { limit: limitOf({ strapi }, 'loginPerKnownNetwork'), key: network }
    : byEmail(limitOf({ strapi }, 'loginPerAccount'), email);

/**
 * Returns the counter for an attempt. Wrong passwords are counted per account, whatever their
 * network. Networks from which the owner has logged in have separate counters, so that strangers
 * cannot lock out the owner there.
 *
 * The lookups are equal for accounts that exist and those that do not.
 */
export const attemptOf = async (
  { strapi }: WithStrapi,
  email: string,
  ctx: Context,
): Promise<Attempt> => {
  const network = networkKeyOf({ strapi }, email, ctx);
  const isKnown = await isKnownNetwork({ strapi }, network);
  return { hit: hitFor({ strapi }, email, network, isKnown), network, isKnown };
};

/**
 * Sends the owner of a locked account a code that unlocks it, at most once an hour. The mail job
 * looks up the account, so that unknown addresses take the same time.
 */
export const notifyOwner = async ({ strapi }: WithStrapi, email: string): Promise<void> => {
  const told = byEmail(limitOf({ strapi }, 'lockedMailPerAccount'), email);
  if ((await throttleOf({ strapi }).take(told)) !== null) return;
  await sendAccountMail({ strapi }, { kind: 'login-locked', email });
};

/** Resets the counter after the right password, and stores the network as known. */
export const noteLogin = async (
  { strapi }: WithStrapi,
  user: { id: number },
  { hit, network }: Attempt,
): Promise<void> => {
  await throttleOf({ strapi }).forget(hit);
  await rememberNetwork({ strapi }, user, network);
};

/**
 * Unlocks an account after a password reset by a code. Its counters restart for everybody, and this
 * network becomes the only known one, which further attempts of strangers cannot lock. Other
 * networks must log in with the new password first.
 */
export const unlockLogin = async (
  { strapi }: WithStrapi,
  user: { id: number; email: string },
  ctx: Context,
): Promise<void> => {
  const network = networkKeyOf({ strapi }, user.email, ctx);
  await forgetNetworks({ strapi }, user);
  await rememberNetwork({ strapi }, user, network);
  for (const isKnown of [true, false]) {
    await throttleOf({ strapi }).forget(hitFor({ strapi }, user.email, network, isKnown));
  }
};
