import { createHash } from 'node:crypto';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { createApiPathCheck } from '#platform/http/api-address';
import { createHttpError, localizeError } from '#platform/http/errors';
import { getMessageLanguage } from '#platform/http/message-language';
import { serverSettings } from '#platform/settings/server';
import { hasApiTokenPermission } from '#platform/strapi/authentication';
import { parseVouchedAddress } from '#platform/throttle/address';
import { accountErrors } from '../contract';
import { LONGEST_VISITOR_TOKEN, VISITOR_TOKEN_HEADER, VOUCH } from '../contract/visitors';

/** Milliseconds for which other nodes accept a revoked token. */
const TOKEN_CACHE_MS = 10_000;

/** Maximum number of remembered tokens. */
const MOST_TOKENS = 100;

type State = { isVouched?: boolean };

/** Returns whether a server has vouched for the address of the request's visitor. */
export const isVouched = ({ state }: Context): boolean => (state as State).isVouched === true;

/**
 * Returns a function that returns whether an API token may vouch for visitors. Permitted tokens are
 * remembered for seconds, and forgotten on this node when a token changes.
 */
const createCheck = ({ strapi }: WithStrapi): ((token: string) => Promise<boolean>) => {
  const checks = new LRUCache<string, Promise<boolean>>({ max: MOST_TOKENS, ttl: TOKEN_CACHE_MS });
  const forget = (): void => checks.clear();
  strapi.db.lifecycles.subscribe({
    models: ['admin::api-token', 'admin::api-token-permission'],
    afterCreate: forget,
    afterUpdate: forget,
    afterUpdateMany: forget,
    afterDelete: forget,
    afterDeleteMany: forget,
  });
  return (token) => {
    const key = createHash('sha256').update(token).digest('base64url');
    const remembered = checks.get(key);
    if (remembered !== undefined) return remembered;
    const answer = hasApiTokenPermission({ strapi }, token, VOUCH);
    checks.set(key, answer);
    const forgetOne = (): boolean => checks.delete(key);
    // Refused tokens must not displace valid ones.
    answer.then((isPermitted) => isPermitted || forgetOne(), forgetOne);
    return answer;
  };
};

/**
 * Sets `request.ip` to the visitor's address, if the server of a frontend vouches for it with an
 * API token. Limits per address then count the visitor and not the server.
 *
 * @throws UnauthorizedError `INVALID_VISITOR_TOKEN`
 */
export const acceptVisitors = (_config: unknown, { strapi }: WithStrapi) => {
  const { trustedProxies } = serverSettings.of({ strapi });
  // Not below the panel's paths: the token must not help to guess passwords of administrators.
  const isApiPath = createApiPathCheck({ strapi });
  let mayVouch: ReturnType<typeof createCheck> | undefined;

  const isAccepted = async (token: string): Promise<boolean> => {
    if (token.length > LONGEST_VISITOR_TOKEN) return false;
    mayVouch ??= createCheck({ strapi });
    return mayVouch(token);
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const token = ctx.get(VISITOR_TOKEN_HEADER);
    if (token !== '' && isApiPath(ctx.path)) {
      try {
        if (!(await isAccepted(token))) throw createHttpError(accountErrors.INVALID_VISITOR_TOKEN);
        const address = parseVouchedAddress(ctx.get('X-Forwarded-For'), trustedProxies);
        if (address !== null) {
          ctx.request.ip = address;
          (ctx.state as State).isVouched = true;
        }
      } catch (error) {
        // Cached responses stay available without a database; nothing is counted then.
        if (!isDatabaseUnavailable(error)) {
          localizeError(error, getMessageLanguage(ctx));
          throw error;
        }
      }
    }
    await next();
  };
};
