import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { refuseTokens } from '#platform/http/request-person';
import {
  changeTokenPermissions,
  isAdminToken,
  SUPER_ADMIN,
  type TokenOwner,
} from '#platform/strapi/actor';
import { USER } from '#platform/strapi/current-ability';
import { getTable } from '#platform/strapi/queries';
import { addRouteMiddleware } from '#platform/strapi/routes';
import { rightsErrors } from './errors';
import {
  findExceedingPermissions,
  type GrantedPermission,
  inheritConditions,
  narrowToGranted,
} from './granted-permissions';

/** Strapi's handlers that change the caller's account, or show and change the caller's tokens. */
const OWN_ACCOUNT: ReadonlySet<unknown> = new Set([
  'authenticated-user.updateMe',
  ...['list', 'revoke', 'revokeAll'].map((name) => `authenticated-session.${name}`),
  ...['create', 'list', 'get', 'update', 'revoke', 'regenerate', 'getOwnerPermissions'].map(
    (name) => `admin-token.${name}`,
  ),
]);

const MIDDLEWARE = 'plugin::rights.administrators';

const ROLE = 'admin::role';
const PERMISSION = 'admin::permission';
const API_TOKEN = 'admin::api-token';

type Role = { id: number; code: string };

type State = {
  auth: { credentials: { id: number; roles?: readonly Role[] } };
  /** The owner of the calling token. */
  user: TokenOwner;
};

type Body = Readonly<
  Partial<Record<'roles' | 'ids' | 'permissions' | 'adminPermissions', unknown>>
>;

/** Refuses a request of a user or token without the role Super admin. */
type Refusal = (context: WithStrapi, ctx: Context, body: Body) => Promise<void>;

const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || typeof value === 'string';

const includesSuperAdmin = async (context: WithStrapi, ids: readonly unknown[]): Promise<boolean> =>
  (await getTable(context, USER).count({
    where: { id: { $in: ids.filter(isId) }, roles: { code: SUPER_ADMIN } },
  })) > 0;

/** PostgreSQL reads an id in several spellings, so only the usual one is accepted. */
const hasNoSuperAdmin = async (context: WithStrapi, ids: readonly unknown[]): Promise<boolean> => {
  const role = await getTable<Role>(context, ROLE).findOne({ where: { code: SUPER_ADMIN } });
  return ids.every((id) => /^[1-9]\d*$/.test(String(id)) && String(id) !== String(role?.id));
};

const refuseSuperAdmins: Refusal = async (context, ctx, { roles, ids }) => {
  const { id } = ctx.params as { id?: string };
  const users = [
    ...(id === undefined ? [] : [id]),
    ...(Array.isArray(ids) ? (ids as unknown[]) : []),
  ];
  const isAllowed =
    (!Array.isArray(roles) || (await hasNoSuperAdmin(context, roles))) &&
    (users.length === 0 || !(await includesSuperAdmin(context, users)));
  if (!isAllowed) throw createLocalizedError(context, rightsErrors.SUPER_ADMIN_ONLY);
};

/** Returns the permissions in a body. Strapi refuses lists with other values. */
const parsePermissions = (values: unknown): GrantedPermission[] =>
  (Array.isArray(values) ? (values as unknown[]) : []).filter(
    (value): value is GrantedPermission => typeof value === 'object' && value !== null,
  );

const findGranted = (context: WithStrapi, where: object): Promise<GrantedPermission[]> =>
  getTable<GrantedPermission>(context, PERMISSION).findMany({ where });

const findUserPermissions = (context: WithStrapi, id: number): Promise<GrantedPermission[]> =>
  findGranted(context, { role: { users: { id } } });

/** Strapi narrows stored permissions of tokens with their owner's, but not by locale. */
const narrowToOwner = async <Permission extends GrantedPermission>(
  context: WithStrapi,
  permissions: readonly Permission[],
  { id, roles = [] }: TokenOwner,
): Promise<Permission[]> =>
  roles.some(({ code }) => code === SUPER_ADMIN)
    ? [...permissions]
    : narrowToGranted(permissions, await findUserPermissions(context, id));

const findCallerPermissions = async (
  context: WithStrapi,
  ctx: Context,
): Promise<GrantedPermission[]> => {
  const { auth, user } = ctx.state as State;
  if (!isAdminToken(context)) return findUserPermissions(context, auth.credentials.id);
  const stored = await findGranted(context, { apiToken: { id: auth.credentials.id } });
  return narrowToOwner(context, stored, user);
};

const refuseExceeding = (
  context: WithStrapi,
  requestedPermissions: readonly GrantedPermission[],
  granted: readonly GrantedPermission[],
): void => {
  const exceeding = findExceedingPermissions(requestedPermissions, granted);
  if (exceeding.length === 0) return;
  throw createLocalizedError(context, rightsErrors.RIGHTS_EXCEEDED, {
    details: { permissions: exceeding.map(({ action, subject = null }) => ({ action, subject })) },
  });
};

const refuseExceedingRoles: Refusal = async (context, ctx, { permissions }) => {
  const { id } = ctx.params as { id: string };
  refuseExceeding(context, parsePermissions(permissions), [
    ...(await findGranted(context, { role: { id } })),
    ...(await findCallerPermissions(context, ctx)),
  ]);
};

/** Strapi checks neither the locales of a token, nor its fields and conditions together. */
const refuseExceedingTokens: Refusal = async (context, ctx, { adminPermissions }) => {
  const granted = await findCallerPermissions(context, ctx);
  const requestedPermissions = parsePermissions(adminPermissions).map((permission) =>
    inheritConditions(permission, granted),
  );
  refuseExceeding(context, requestedPermissions, granted);
};

/** A new password or address of a user allows to log in as that user; a deletion takes rights away. */
const refuseStrongerUsers: Refusal = async (context, ctx, body) => {
  await refuseSuperAdmins(context, ctx, body);
  const { id } = ctx.params as { id?: string };
  const roles = Array.isArray(body.roles) ? (body.roles as unknown[]).filter(isId) : [];
  const ids = [id, ...(Array.isArray(body.ids) ? (body.ids as unknown[]) : [])].filter(isId);
  const where = {
    $or: [{ role: { id: { $in: roles } } }, { role: { users: { id: { $in: ids } } } }],
  };
  refuseExceeding(
    context,
    await findGranted(context, where),
    await findCallerPermissions(context, ctx),
  );
};

/** Strapi lets this route delete admin tokens of others. */
const refuseAdminTokens: Refusal = async (context, ctx) => {
  const { id } = ctx.params as { id: string };
  if ((await getTable(context, API_TOKEN).count({ where: { id, kind: 'admin' } })) > 0) {
    throw createLocalizedError(context, rightsErrors.ADMIN_TOKEN);
  }
};

/**
 * API tokens, transfer tokens and Strapi's webhooks have no owner whose rights limit them, and
 * student roles have no limits. They would read or write more than a limited user. Admin tokens are
 * limited.
 */
const refuseUnlimited: Refusal = (context) => {
  throw createLocalizedError(context, rightsErrors.RIGHTS_EXCEEDED);
};

/** Strapi's handlers that give a program access without limits of rights. */
const UNLIMITED: readonly string[] = [
  ...['create', 'update', 'regenerate'].map((name) => `api-token.${name}`),
  ...['create', 'update', 'regenerate'].map((name) => `transfer.token-${name}`),
  ...['createWebhook', 'updateWebhook'].map((name) => `webhooks.${name}`),
];

/**
 * Handlers of Users & Permissions that change what students and everybody may do, or which role new
 * accounts get. No rights limit student roles. The providers contain client secrets.
 */
const UNLIMITED_STUDENT_ROLES: readonly string[] = [
  ...['role.createRole', 'role.updateRole', 'settings.updateAdvancedSettings'],
  ...['settings.getProviders', 'settings.updateProviders'],
];

/**
 * Strapi's handlers that show the key of an API token, or the URL and headers of webhooks, to
 * everyone who may read or delete them.
 */
const SECRET_HANDLERS: ReadonlySet<unknown> = new Set([
  'api-token.get',
  ...['listWebhooks', 'getWebhook', 'deleteWebhook'].map((name) => `webhooks.${name}`),
]);

type WithSecrets = { accessKey?: string; headers?: object | null; url?: string };

/** Returns the receiver of a webhook. The rest of its URL may be a secret. */
const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/**
 * Headers of webhooks usually contain a password of the receiver, and URLs often do. The names of
 * headers and the receiver stay.
 */
const hideSecrets = ({ body }: Context): void => {
  const { data } = (body ?? {}) as { data?: WithSecrets | WithSecrets[] | null };
  for (const entry of [data ?? []].flat()) {
    delete entry.accessKey;
    if (entry.url !== undefined) entry.url = getOrigin(entry.url);
    if (entry.headers === undefined) continue;
    const names = Object.keys(entry.headers ?? {});
    entry.headers = Object.fromEntries(names.map((name) => [name, '']));
  }
};

/** Refusals of callers without the role Super admin, by handlers of Strapi. */
const refusals: ReadonlyMap<unknown, Refusal> = new Map([
  ...['create', 'update', 'deleteOne', 'deleteMany'].map(
    (name) => [`user.${name}`, refuseStrongerUsers] as const,
  ),
  ...[...UNLIMITED, ...UNLIMITED_STUDENT_ROLES].map((name) => [name, refuseUnlimited] as const),
  ['api-token.revoke', refuseAdminTokens],
  ['role.updatePermissions', refuseExceedingRoles],
  ...['create', 'update'].map((name) => [`admin-token.${name}`, refuseExceedingTokens] as const),
]);

/** A token has the permissions it was given, whatever role its owner has. */
const isSuperAdmin = (context: WithStrapi, ctx: Context): boolean =>
  !isAdminToken(context) &&
  (ctx.state as State).auth.credentials.roles?.some(({ code }) => code === SUPER_ADMIN) === true;

const countSuperAdmins = (context: WithStrapi): Promise<number> =>
  getTable(context, USER).count({
    // Without a value, a user is not blocked. PostgreSQL does not count null as unequal.
    where: {
      ...{ roles: { code: SUPER_ADMIN }, isActive: true },
      $or: [{ blocked: false }, { blocked: { $null: true } }],
    },
  });

/**
 * Refuses to delete or deactivate the last super admin who can log in. Strapi also counts those who
 * cannot, and nobody could manage the panel any more. The audit log runs these requests one after
 * another (`takesTurns`), so that two super admins cannot remove each other.
 */
const keepSuperAdmin = async (context: WithStrapi, next: Next): Promise<void> => {
  await context.strapi.db.transaction(async () => {
    const before = await countSuperAdmins(context);
    await next();
    if (before > 0 && (await countSuperAdmins(context)) === 0) {
      throw createLocalizedError(context, rightsErrors.LAST_SUPER_ADMIN);
    }
  });
};

/** Strapi's handlers that may take away a super admin. */
const REMOVING_HANDLERS: ReadonlySet<unknown> = new Set([
  ...['update', 'deleteOne', 'deleteMany'].map((name) => `user.${name}`),
]);

/**
 * Keeps users who manage administrators, roles or tokens from giving themselves or others more
 * rights than they have. Strapi lets them assign the role Super admin, set its users' passwords and
 * grant any permission. It also lets a token change its owner's e-mail address, and read the owner's
 * other tokens. Only super admins manage tokens, webhooks and student roles that nobody's rights
 * limit.
 */
export const createAdministratorsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { route } = ctx.state as { route?: { handler?: unknown } };
    if (OWN_ACCOUNT.has(route?.handler)) refuseTokens({ strapi });
    const isLimited = !isSuperAdmin({ strapi }, ctx);
    if (isLimited) {
      const body = (ctx.request as { body?: Body }).body ?? {};
      await refusals.get(route?.handler)?.({ strapi }, ctx, body);
    }
    if (REMOVING_HANDLERS.has(route?.handler)) await keepSuperAdmin({ strapi }, next);
    else await next();
    if (isLimited && SECRET_HANDLERS.has(route?.handler)) hideSecrets(ctx);
  };

/** Refuses a caller a role with other permissions than their own. */
export const refuseExceedingCaller = async (
  context: WithStrapi,
  ctx: Context,
  requestedPermissions: readonly GrantedPermission[],
): Promise<void> => {
  if (isSuperAdmin(context, ctx)) return;
  refuseExceeding(context, requestedPermissions, await findCallerPermissions(context, ctx));
};

/**
 * Registers the middleware, and narrows the rights of admin tokens to those that their owners still
 * have. Call it in `register`.
 */
export const guardAdministrators = ({ strapi }: WithStrapi): void => {
  changeTokenPermissions({ strapi }, (permissions, owner) =>
    narrowToOwner({ strapi }, permissions, owner),
  );
  addRouteMiddleware(
    { strapi },
    {
      ...{ plugin: 'admin', router: 'admin' },
      handlers: new Set([...OWN_ACCOUNT, ...refusals.keys(), ...SECRET_HANDLERS]),
    },
    MIDDLEWARE,
  );
  addRouteMiddleware(
    { strapi },
    {
      ...{ plugin: 'users-permissions', router: 'admin' },
      handlers: new Set(UNLIMITED_STUDENT_ROLES),
    },
    MIDDLEWARE,
  );
};
