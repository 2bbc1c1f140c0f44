import { posix } from 'node:path';
import type { Context } from 'koa';
import { buildAddressKey } from './address';

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
