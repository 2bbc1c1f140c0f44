import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { commonFailures } from '../../../http/common-errors';
import { failure } from '../../../http/errors';
import type { User } from './users';

type Strapi = { strapi: Core.Strapi };

type Auth = { strategy: { name: string }; credentials: unknown };

type Authentication = {
  authenticate: (ctx: Context, next: () => Promise<void>) => Promise<unknown>;
  verify: (auth: Auth, config: { scope: string[] }) => Promise<void>;
};

type State = { route: { config?: object }; auth?: Auth };

const authentication = ({ strapi }: Strapi): Authentication => strapi.get<Authentication>('auth');

/**
 * Asks Strapi's own strategies (users' tokens, API tokens) who is calling. The routes switch them off so
 * that a refusal can have a code like every other failure.
 */
const authenticate = async ({ strapi }: Strapi, ctx: Context): Promise<Auth> => {
  const state = ctx.state as State;
  const { route } = state;
  state.route = { ...route, config: { ...route.config, auth: {} } };
  try {
    await authentication({ strapi }).authenticate(ctx, () => Promise.resolve());
  } catch (cause) {
    throw failure(commonFailures.UNAUTHENTICATED, { cause });
  } finally {
    state.route = route;
  }
  // Strapi lets those who show nothing in as the public.
  const { auth } = state;
  if (auth?.credentials === null || auth?.credentials === undefined) {
    throw failure(commonFailures.UNAUTHENTICATED);
  }
  return auth;
};

/**
 * The user whose token a request shows.
 *
 * @throws UnauthorizedError `UNAUTHENTICATED`
 */
export const requireUser = async ({ strapi }: Strapi, ctx: Context): Promise<User> => {
  const { strategy, credentials } = await authenticate({ strapi }, ctx);
  if (strategy.name !== 'users-permissions') throw failure(commonFailures.UNAUTHENTICATED);
  return credentials as User;
};

/**
 * Admits users whose role and API tokens whose rights include an action.
 *
 * @throws UnauthorizedError `UNAUTHENTICATED`, ForbiddenError `NOT_ALLOWED`
 */
export const requireRight = async (
  { strapi }: Strapi,
  ctx: Context,
  action: string,
): Promise<void> => {
  const auth = await authenticate({ strapi }, ctx);
  try {
    await authentication({ strapi }).verify(auth, { scope: [action] });
  } catch (cause) {
    throw failure(commonFailures.NOT_ALLOWED, { cause });
  }
};
