import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { refuseTokens } from '../../../platform/http/refuse-tokens';
import { isAdminToken } from '../../../platform/strapi/actor';
import { USER } from '../../../platform/strapi/current-ability';
import { tableOf } from '../../../platform/strapi/queries';
import { aroundRoutes } from '../../../platform/strapi/routes';
import { rightsErrors } from './errors';
import { exceedingPermissions, type GrantedPermission } from './granted-permissions';

const UPDATE_PERMISSIONS = 'role.updatePermissions';

/** Strapi's handlers that change the caller's account, or show and change the caller's tokens. */
const OWN_ACCOUNT: ReadonlySet<unknown> = new Set([
  'authenticated-user.updateMe',
  ...['list', 'revoke', 'revokeAll'].map((name) => `authenticated-session.${name}`),
  ...['create', 'get', 'update', 'revoke', 'regenerate'].map((name) => `admin-token.${name}`),
]);

/** Strapi's handlers that change administrators, or the permissions of a role. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  ...['user.create', 'user.update', 'user.deleteOne', 'user.deleteMany'],
  UPDATE_PERMISSIONS,
  ...OWN_ACCOUNT,
]);

const MIDDLEWARE = 'plugin::rights.administrators';

const SUPER_ADMIN = 'strapi-super-admin';

const ROLE = 'admin::role';
const PERMISSION = 'admin::permission';

type Role = { id: number; code: string };

type State = { auth: { credentials: { id: number; roles?: readonly Role[] } } };

type Body = { roles?: unknown; ids?: unknown; permissions?: unknown };

const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || typeof value === 'string';

/** Returns whether some users have the role Super admin. */
const includesSuperAdmin = async (context: WithStrapi, ids: readonly unknown[]): Promise<boolean> =>
  (await tableOf(context, USER).count({
    where: { id: { $in: ids.filter(isId) }, roles: { code: SUPER_ADMIN } },
  })) > 0;

/** PostgreSQL reads an id in several spellings, so only the usual one is accepted. */
const namesOnlyOtherRoles = async (
  context: WithStrapi,
  ids: readonly unknown[],
): Promise<boolean> => {
  const role = await tableOf<Role>(context, ROLE).findOne({ where: { code: SUPER_ADMIN } });
  return ids.every((id) => /^[1-9]\d*$/.test(String(id)) && String(id) !== String(role?.id));
};

const refuseSuperAdmins = async (
  context: WithStrapi,
  ctx: Context,
  { roles, ids }: Body,
): Promise<void> => {
  const { id } = ctx.params as { id?: string };
  const users = [
    ...(id === undefined ? [] : [id]),
    ...(Array.isArray(ids) ? (ids as unknown[]) : []),
  ];
  const isAllowed =
    (!Array.isArray(roles) || (await namesOnlyOtherRoles(context, roles))) &&
    (users.length === 0 || !(await includesSuperAdmin(context, users)));
  if (!isAllowed) throw localizedError(context, rightsErrors.SUPER_ADMIN_ONLY);
};

const refuseExceeding = async (
  context: WithStrapi,
  ctx: Context,
  { permissions }: Body,
): Promise<void> => {
  if (!Array.isArray(permissions)) return;
  const { auth } = ctx.state as State;
  const caller = auth.credentials.id;
  const { id } = ctx.params as { id: string };
  const granted = await tableOf<GrantedPermission>(context, PERMISSION).findMany({
    where: {
      $or: [
        { role: { id } },
        isAdminToken(context) ? { apiToken: { id: caller } } : { role: { users: { id: caller } } },
      ],
    },
  });
  const exceeding = exceedingPermissions(permissions as GrantedPermission[], granted);
  if (exceeding.length === 0) return;
  throw localizedError(context, rightsErrors.RIGHTS_EXCEEDED, {
    details: { permissions: exceeding.map(({ action, subject = null }) => ({ action, subject })) },
  });
};

/**
 * Keeps users who manage administrators or roles from giving themselves or others more rights than
 * they have. Strapi lets them assign the role Super admin, set its users' passwords and grant any
 * permission. It also lets a token change its owner's e-mail address, and read the owner's other
 * tokens.
 */
export const administratorsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { auth, route } = ctx.state as State & { route?: { handler?: unknown } };
    // A token has the permissions it was given, whatever role its owner has.
    const isSuperAdmin =
      !isAdminToken({ strapi }) &&
      auth.credentials.roles?.some(({ code }) => code === SUPER_ADMIN) === true;
    if (OWN_ACCOUNT.has(route?.handler)) {
      refuseTokens({ strapi });
    } else if (!isSuperAdmin) {
      const refuse = route?.handler === UPDATE_PERMISSIONS ? refuseExceeding : refuseSuperAdmins;
      await refuse({ strapi }, ctx, (ctx.request.body ?? {}) as Body);
    }
    await next();
  };

/** Registers the middleware. Call it in `register`. */
export const guardAdministrators = ({ strapi }: WithStrapi): void =>
  aroundRoutes({ strapi }, { plugin: 'admin', router: 'admin', handlers: HANDLERS }, MIDDLEWARE);
