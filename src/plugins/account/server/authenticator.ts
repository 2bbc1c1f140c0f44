import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import type { Authenticator, Student } from '#platform/http/authentication';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { type AuthState, getAuthentication, type RouteAuth } from '#platform/strapi/authentication';
import { getUsersPermissionsService } from '#platform/strapi/users-permissions';
import { hasProvenAddress } from '#catalogue/proven-address';
import { getUserTable } from './users';

type Tokens = { getToken: (ctx: Context) => Promise<{ id?: number } | null> | null };

/** Returns the user id of a valid token; null if there is none. */
const findUserId = async (tokens: Tokens, ctx: Context): Promise<number | null> => {
  try {
    return (await tokens.getToken(ctx))?.id ?? null;
  } catch (error) {
    // If the database is unavailable, the token cannot be checked. Without this its bearer would
    // buy as a guest.
    if (isDatabaseUnavailable(error)) throw error;
    return null;
  }
};

const findStudent = async (
  { strapi }: WithStrapi,
  tokens: Tokens,
  ctx: Context,
): Promise<Student | null> => {
  const userId = await findUserId(tokens, ctx);
  if (userId === null) return null;
  const user = await getUserTable({ strapi }).findOne({
    where: { id: userId },
    select: ['id', 'documentId', 'email', 'blocked', 'confirmed', 'confirmedAt'],
  });
  if (user === null || user.blocked === true) return null;
  const { id, documentId, email } = user;
  return { id, documentId, email, hasProvenAddress: hasProvenAddress(user) };
};

/**
 * Authenticates a request. The routes switch off Strapi's authentication so that refusals have a
 * code like other errors.
 */
const authenticate = async ({ strapi }: WithStrapi, ctx: Context): Promise<RouteAuth> => {
  const state = ctx.state as AuthState;
  const { route } = state;
  state.route = { ...route, config: { ...route?.config, auth: {} } };
  try {
    await getAuthentication({ strapi }).authenticate(ctx, () => Promise.resolve());
  } catch (cause) {
    throw createHttpError(commonErrors.UNAUTHENTICATED, { cause });
  } finally {
    state.route = route;
  }
  // Strapi accepts requests without a token as the public role.
  const { auth } = state;
  if (auth?.credentials === null || auth?.credentials === undefined) {
    throw createHttpError(commonErrors.UNAUTHENTICATED);
  }
  return auth;
};

const requirePermission = async (
  { strapi }: WithStrapi,
  ctx: Context,
  permission: string,
): Promise<void> => {
  const auth = await authenticate({ strapi }, ctx);
  try {
    await getAuthentication({ strapi }).verify(auth, { scope: [permission] });
  } catch (cause) {
    throw createHttpError(commonErrors.NOT_ALLOWED, { cause });
  }
};

/** Returns the authenticator for accounts of Users & Permissions and for Strapi's API tokens. */
export const createAuthenticator = ({ strapi }: WithStrapi): Authenticator => {
  let tokens: Tokens | undefined;

  return {
    studentOf(ctx) {
      // The service is resolved once and not before the first request, because other features may
      // still extend it.
      tokens ??= getUsersPermissionsService<Tokens>({ strapi }, 'jwt', ['getToken']);
      return findStudent({ strapi }, tokens, ctx);
    },
    requirePermission: (ctx, permission) => requirePermission({ strapi }, ctx, permission),
  };
};
