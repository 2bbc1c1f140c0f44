import type { Context, Next } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

const ADAPTER = 'authentication.ts';

/** What a strategy has found out of a caller; the public has no credentials. */
export type RouteAuth = { credentials?: unknown };

/** Of a request's state, what authentication reads of the route and writes of the caller. */
export type AuthState = { route?: { config?: object }; auth?: RouteAuth };

type Authentication = {
  authenticate: (ctx: Context, next: Next) => Promise<unknown>;
  verify: (auth: unknown, config: unknown) => Promise<void>;
};

type Refusals = { unauthorized: () => unknown; forbidden: () => unknown };

/**
 * Strapi's own service that tells callers apart, whose strategies know users' tokens and API tokens
 * (`@strapi/core`, services/auth). It goes by the route in `ctx.state`.
 */
export const authenticationOf = ({ strapi }: WithStrapi): Authentication =>
  requireFunctions<Authentication>(ADAPTER, strapi.get('auth'), ['authenticate', 'verify']);

/** How Strapi's routes answer 401 and 403; it gives every request these functions. */
export const refusalsOf = (ctx: Context): Refusals =>
  requireFunctions<Refusals>(ADAPTER, ctx, ['unauthorized', 'forbidden']);
