import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { byEmail, type Hit, getThrottle } from '#platform/throttle';
import { accountSettings, limitOf } from '../settings';
import { sendAccountMail } from './mails/kinds';
import { buildNetworkKey } from '#platform/throttle/address';
import { secretSettings } from '#platform/settings/secrets';

const KNOWN_NETWORK = 'plugin::account.known-network';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns a key of an account and a network. It is a keyed hash: there are few networks, so anybody
 * with the table could otherwise find out where people live.
 */
const buildKnownNetworkKey = ({ strapi }: WithStrapi, email: string, ctx: Context): string => {
  const { jwtSecret } = secretSettings.of({ strapi });
  return createHmac('sha256', jwtSecret)
    .update(JSON.stringify(['known network', email, buildNetworkKey(ctx.request.ip)]))
    .digest('base64url');
};

/** Tells whether somebody has recently logged in to an account from a network. */
const isKnownNetwork = async ({ strapi }: WithStrapi, key: string): Promise<boolean> =>
  (await strapi.db
    .query(KNOWN_NETWORK)
    .count({ where: { keyHash: key, expiresAt: { $gt: new Date() } } })) > 0;

/** Stores for `KNOWN_NETWORK_DAYS` that the owner of an account has logged in from a network. */
const rememberNetwork = async (
  { strapi }: WithStrapi,
  user: { id: number },
  key: string,
): Promise<void> => {
  const { knownNetworkDays } = accountSettings.of({ strapi });
  const row = {
    key_hash: key,
    user_number: user.id,
    expires_at: new Date(Date.now() + knownNetworkDays * DAY),
  };
  // One statement, because simultaneous logins from one network would each find nothing to update.
  await strapi.db
    .connection(strapi.db.metadata.get(KNOWN_NETWORK).tableName)
    .insert(row)
    .onConflict('key_hash')
    .merge(['user_number', 'expires_at']);
};

/**
 * Deletes the known networks of a user, because somebody with a stolen password may have logged in
 * from them.
 */
const forgetNetworks = async ({ strapi }: WithStrapi, user: { id: number }): Promise<void> => {
  await strapi.db.query(KNOWN_NETWORK).deleteMany({ where: { userNumber: user.id } });
};

export const forgetExpiredNetworks = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.query(KNOWN_NETWORK).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};

/** Counter and network of an attempt to log in to an account. */
type Attempt = { hit: Hit; network: string; isKnown: boolean };

const createHit = (
  { strapi }: WithStrapi,
  email: string,
  network: string,
  isKnown: boolean,
): Hit =>
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
  const network = buildKnownNetworkKey({ strapi }, email, ctx);
  const isKnown = await isKnownNetwork({ strapi }, network);
  return { hit: createHit({ strapi }, email, network, isKnown), network, isKnown };
};

/**
 * Sends the owner of a locked account a code that unlocks it, at most once an hour. The mail job
 * looks up the account, so that unknown addresses take the same time.
 */
export const notifyOwner = async ({ strapi }: WithStrapi, email: string): Promise<void> => {
  const notice = byEmail(limitOf({ strapi }, 'lockedMailPerAccount'), email);
  if ((await getThrottle({ strapi }).take(notice)) !== null) return;
  await sendAccountMail({ strapi }, { kind: 'login-locked', email });
};

/** Resets the counter after the right password, and stores the network as known. */
export const noteLogin = async (
  { strapi }: WithStrapi,
  user: { id: number },
  { hit, network }: Attempt,
): Promise<void> => {
  await getThrottle({ strapi }).forget(hit);
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
  const network = buildKnownNetworkKey({ strapi }, user.email, ctx);
  await forgetNetworks({ strapi }, user);
  await rememberNetwork({ strapi }, user, network);
  for (const isKnown of [true, false]) {
    await getThrottle({ strapi }).forget(createHit({ strapi }, user.email, network, isKnown));
  }
};
