import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

const ADAPTER = 'authentication.ts';

/** The result of a strategy. Anonymous callers have no credentials. */
export type RouteAuth = { credentials?: unknown };

/**
 * The part of a request's state from which authentication reads the route, and in which it stores
 * the caller.
 */
export type AuthState = { route?: { config?: object }; auth?: RouteAuth };

type Authentication = {
  authenticate: (ctx: Context, next: Next) => Promise<unknown>;
  verify: (auth: unknown, config: unknown) => Promise<void>;
};

type Refusals = { unauthorized: () => unknown; forbidden: () => unknown };

/**
 * Returns Strapi's authentication service, whose strategies know users' tokens and API tokens
 * (`@strapi/core`, services/auth). It reads the route in `ctx.state`.
 */
export const getAuthentication = ({ strapi }: WithStrapi): Authentication =>
  requireFunctions<Authentication>(ADAPTER, strapi.get('auth'), ['authenticate', 'verify']);

/**
 * Returns whether an API token is valid and has a permission. Strapi reads tokens from
 * `Authorization` only, so this authenticates a request with nothing else in it.
 */
export const hasApiTokenPermission = async (
  { strapi }: WithStrapi,
  token: string,
  permission: string,
): Promise<boolean> => {
  const state = {
    route: {
      info: { type: 'content-api' },
      config: { auth: { strategies: ['content-api-token'] } },
    },
  };
  const ctx = {
    state: state as AuthState,
    request: { header: { authorization: `Bearer ${token}` } },
    unauthorized: () => undefined,
  };
  const authentication = getAuthentication({ strapi });
  await authentication.authenticate(ctx as unknown as Context, () => Promise.resolve());
  const { auth } = ctx.state;
  if (auth === undefined) return false;
  try {
    await authentication.verify(auth, { scope: [permission] });
    return true;
  } catch (error) {
    if (error instanceof errors.UnauthorizedError || error instanceof errors.ForbiddenError) {
      return false;
    }
    throw error;
  }
};

/**
 * Returns the functions with which Strapi's routes answer 401 and 403. Strapi adds them to every
 * context.
 */
export const getRefusals = (ctx: Context): Refusals =>
  requireFunctions<Refusals>(ADAPTER, ctx, ['unauthorized', 'forbidden']);
