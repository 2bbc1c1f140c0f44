import type { Context } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { byEmail, type Hit, throttleOf } from '../../../platform/throttle';
import { forgetNetworks, isKnownNetwork, networkKeyOf, rememberNetwork } from './known-networks';
import { limitOf } from './limits';
import { sendAccountMail } from './mails/send';

/** What is counted when somebody tries to log in to an account. */
export type Attempt = { hit: Hit; network: string; isKnown: boolean };

const hitFor = ({ strapi }: WithStrapi, email: string, network: string, isKnown: boolean): Hit =>
  isKnown
    ? { limit: limitOf({ strapi }, 'loginPerKnownNetwork'), key: network }
    : byEmail(limitOf({ strapi }, 'loginPerAccount'), email);

/**
 * Wrong passwords are counted for an account as a whole, from wherever they come. Networks from which its
 * owner has logged in before are counted apart: strangers cannot use up the tries of the owner, who is let
 * in from there while everybody else is locked out.
 *
 * The same is looked up whether or not there is such an account.
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
 * Tells the owner of a locked account, at most once an hour, and sends along a code that opens it. Whether
 * there is an account is looked up where the mail is made, so that this takes the same for unknown addresses.
 */
export const notifyOwner = async ({ strapi }: WithStrapi, email: string): Promise<void> => {
  const told = byEmail(limitOf({ strapi }, 'lockedMailPerAccount'), email);
  if ((await throttleOf({ strapi }).take(told)) !== null) return;
  await sendAccountMail({ strapi }, { kind: 'login-locked', email });
};

/** The right password: ends the counting, and makes the network a known one. */
export const noteLogin = async (
  { strapi }: WithStrapi,
  user: { id: number },
  { hit, network }: Attempt,
): Promise<void> => {
  await throttleOf({ strapi }).forget(hit);
  await rememberNetwork({ strapi }, user, network);
};

/**
 * A new password by a code: unlocks the account for everybody, and keeps it open from here even while
 * somebody goes on trying. Other networks have to show the new password first.
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
