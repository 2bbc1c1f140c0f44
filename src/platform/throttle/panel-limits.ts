import { posix } from 'node:path';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import { buildAddressKey } from './address';
import { byAddress, getThrottle, type Limit } from './index';

/**
 * Returns the key under which Strapi's rate limits of the panel count a login or a lost password
 * (`keyGenerator` of koa2-ratelimit). By default they count the whole address, and an IPv6
 * subscriber has billions of them.
 */
export const panelLimitKey = ({ request, path }: Context): Promise<string> => {
  const { email } = (request.body ?? {}) as { email?: unknown };
  const account = typeof email === 'string' ? email.toLowerCase() : null;
  const route = posix.normalize(path).toLowerCase().replace(/\/$/, '');
  return Promise.resolve(JSON.stringify([route, account, buildAddressKey(request.ip)]));
};

/** Routes of Strapi that compare a password or a code without a session. The router ignores case. */
const LOGINS = /^\/admin\/(?:login|register|reset-password)\/?$/i;

/**
 * Attempts of one network address, on all nodes and for all accounts. Strapi counts each account
 * separately, so a caller could try one password on every account. A whole office shares an
 * address.
 */
const ATTEMPTS: Limit = { name: 'panel-logins', points: 100, seconds: 600 };

/**
 * Limits attempts to log in to the panel by network address. Place it before
 * `global::record-audited-requests`, whose transaction would hold a connection while this takes
 * another one.
 */
export const limitPanelLogins =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method === 'POST' && LOGINS.test(ctx.path)) {
      await getThrottle({ strapi }).consume(ctx, [byAddress(ATTEMPTS, ctx)]);
    }
    await next();
  };
