import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { networkKey } from '../../../platform/throttle/address';
import { secretSettings } from '../../../platform/settings/secrets';
import { accountSettings } from '../settings';

const KNOWN_NETWORK = 'plugin::account.known-network';

const DAY = 24 * 60 * 60 * 1000;

/**
 * An account and a network as one key. Keyed with a secret, because the few networks that there are could
 * otherwise be tried out to learn from the table where people live.
 */
export const networkKeyOf = ({ strapi }: WithStrapi, email: string, ctx: Context): string => {
  const { jwtSecret } = secretSettings.of({ strapi });
  return createHmac('sha256', jwtSecret)
    .update(JSON.stringify(['known network', email, networkKey(ctx.request.ip)]))
    .digest('base64url');
};

/** Whether somebody has logged in to an account from this network lately. */
export const isKnownNetwork = async ({ strapi }: WithStrapi, key: string): Promise<boolean> =>
  (await strapi.db
    .query(KNOWN_NETWORK)
    .count({ where: { keyHash: key, expiresAt: { $gt: new Date() } } })) > 0;

/** Remembers for `KNOWN_NETWORK_DAYS` that the owner of an account was here. */
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
  // In one statement: several logins from one place at the same moment would each find nothing to update.
  await strapi.db
    .connection(strapi.db.metadata.get(KNOWN_NETWORK).tableName)
    .insert(row)
    .onConflict('key_hash')
    .merge(['user_number', 'expires_at']);
};

/** Forgets where a user has logged in from: whoever did may have had a password that was stolen. */
export const forgetNetworks = async (
  { strapi }: WithStrapi,
  user: { id: number },
): Promise<void> => {
  await strapi.db.query(KNOWN_NETWORK).deleteMany({ where: { userNumber: user.id } });
};

/** Drops what has run out by itself. */
export const forgetExpiredNetworks = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.query(KNOWN_NETWORK).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
