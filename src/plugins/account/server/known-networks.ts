import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { networkKey } from '../../../platform/throttle/address';
import { secretSettings } from '../../../platform/settings/secrets';
import { accountSettings } from '../settings';

const KNOWN_NETWORK = 'plugin::account.known-network';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns a key of an account and a network. It is a keyed hash: there are few networks, so anybody
 * with the table could otherwise find out where people live.
 */
export const networkKeyOf = ({ strapi }: WithStrapi, email: string, ctx: Context): string => {
  const { jwtSecret } = secretSettings.of({ strapi });
  return createHmac('sha256', jwtSecret)
    .update(JSON.stringify(['known network', email, networkKey(ctx.request.ip)]))
    .digest('base64url');
};

/** Tells whether somebody has recently logged in to an account from a network. */
export const isKnownNetwork = async ({ strapi }: WithStrapi, key: string): Promise<boolean> =>
  (await strapi.db
    .query(KNOWN_NETWORK)
    .count({ where: { keyHash: key, expiresAt: { $gt: new Date() } } })) > 0;

/** Stores for `KNOWN_NETWORK_DAYS` that the owner of an account has logged in from a network. */
export const rememberNetwork = async (
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
export const forgetNetworks = async (
  { strapi }: WithStrapi,
  user: { id: number },
): Promise<void> => {
  await strapi.db.query(KNOWN_NETWORK).deleteMany({ where: { userNumber: user.id } });
};

/** Deletes expired networks. */
export const forgetExpiredNetworks = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.query(KNOWN_NETWORK).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
