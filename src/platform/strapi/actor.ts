import type { WithStrapi } from './with-strapi';
import type { AdminPermission } from './admin-roles';
import { requireFunctions } from './require-functions';

const ADAPTER = 'actor.ts';

/** The caller of the current request. The name stays readable when the account is deleted. */
export type RequestActor = {
  kind: 'user' | 'token' | 'student' | 'public';
  id: string | null;
  name: string | null;
};

export type PersonNames = {
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
};

type Credentials = PersonNames & {
  id?: number | string;
  name?: string;
  email?: string | null;
};

type Auth = { strategy?: { name?: string }; credentials?: Credentials | null };

const trimToNull = (value: string | null | undefined): string | null =>
  value === null || value === undefined || value.trim() === '' ? null : value.trim();

/**
 * Returns an administrator's name; null where only an e-mail address exists, which colleagues must
 * not see.
 */
export const formatPersonName = ({ firstname, lastname, username }: PersonNames): string | null =>
  trimToNull([firstname, lastname].flatMap((part) => trimToNull(part) ?? []).join(' ')) ??
  (username?.includes('@') === true ? null : trimToNull(username));

const getStudentName = ({ username, email }: Credentials): string | null =>
  trimToNull(username) ?? trimToNull(email);

const kinds: Readonly<Record<string, RequestActor['kind']>> = {
  admin: 'user',
  'admin-token': 'token',
  'content-api-token': 'token',
  'api-token': 'token',
  'data-transfer': 'token',
  'users-permissions': 'student',
};

/**
 * Returns whether an admin token sends the current request. It acts as its owner, with a part of the
 * owner's permissions.
 */
export const isAdminToken = ({ strapi }: WithStrapi): boolean => {
  const { auth } = (strapi.requestContext.get()?.state ?? {}) as { auth?: Auth };
  return auth?.strategy?.name === 'admin-token';
};

/**
 * Returns the authenticated caller of the current request; null outside of requests. Each of
 * Strapi's strategies sets `ctx.state.auth` (`@strapi/admin`, server/strategies).
 */
export const getRequestActor = ({ strapi }: WithStrapi): RequestActor | null => {
  const ctx = strapi.requestContext.get();
  if (ctx === undefined) return null;
  const { auth } = ctx.state as { auth?: Auth };
  const { strategy, credentials } = auth ?? {};
  const kind = kinds[strategy?.name ?? ''] ?? 'public';
  if (credentials === null || credentials === undefined || kind === 'public') {
    return { kind: 'public', id: null, name: null };
  }
  const { id, name } = credentials;
  const actors = {
    token: trimToNull(name),
    student: getStudentName(credentials),
    user: formatPersonName(credentials),
  };
  return {
    kind,
    id: id === undefined ? null : String(id),
    name: actors[kind],
  };
};

type Engine = {
  generateUserAbility: (user: object) => Promise<unknown>;
  /** Returns the ability of given permissions. Strapi uses it for its tokens. */
  generateTokenAbility: (permissions: readonly unknown[], user: object) => Promise<unknown>;
};

type Permissions = { findMany: (query: object) => Promise<readonly unknown[]> };

type User = {
  id: number;
  isActive: boolean | null;
  blocked?: boolean | null;
  preferedLanguage?: string | null;
  roles?: readonly { code: string }[];
};

/** A panel user with their ability and message language; null where they have chosen none. */
export type Person = { user: User; ability: unknown; language: string | null };

/** Code of the role that Strapi gives to the first administrator. */
export const SUPER_ADMIN = 'strapi-super-admin';

export const isSuperAdmin = ({ user: { roles = [] } }: Pick<Person, 'user'>): boolean =>
  roles.some(({ code }) => code === SUPER_ADMIN);

type State = { isOnBehalf?: true };

/** Strapi's types declare no result for `run`, but AsyncLocalStorage returns one. */
type Contexts = { run: <T>(context: unknown, work: () => T) => T };

/** Returns a panel user; null where they may no longer log in. */
const findActive = async (
  { strapi }: WithStrapi,
  where: { id: number } | { email: string },
): Promise<User | null> => {
  const user = (await strapi.db
    .query('admin::user')
    .findOne({ where, populate: ['roles'] })) as User | null;
  return user?.isActive === true && user.blocked !== true ? user : null;
};

const getPermissionEngine = ({ strapi }: WithStrapi): Engine => {
  const { engine } = strapi.service('admin::permission') as { engine?: unknown };
  return requireFunctions<Engine>(ADAPTER, engine, ['generateUserAbility', 'generateTokenAbility']);
};

/** The original functions, because Strapi's engine outlives a stopped service. */
const originals = new WeakMap<Engine, Engine['generateTokenAbility']>();

const generateTokenAbilityOf = (engine: Engine): Engine['generateTokenAbility'] =>
  originals.get(engine) ?? engine.generateTokenAbility;

export type TokenOwner = { id: number; roles?: readonly { code: string }[] };

/**
 * Has Strapi compute the ability of an admin token from other permissions than its stored ones. Call
 * it in `register`.
 */
export const changeTokenPermissions = (
  { strapi }: WithStrapi,
  change: (
    permissions: readonly AdminPermission[],
    owner: TokenOwner,
  ) => Promise<readonly AdminPermission[]>,
): void => {
  const engine = getPermissionEngine({ strapi });
  const generate = generateTokenAbilityOf(engine);
  originals.set(engine, generate);
  engine.generateTokenAbility = async (permissions, owner) =>
    generate(await change(permissions as readonly AdminPermission[], owner as TokenOwner), owner);
};

/** Returns a panel user as in a request of their own; null where they may no longer log in. */
export const findPerson = async (
  { strapi }: WithStrapi,
  where: { id: number } | { email: string },
  language: string | null = null,
): Promise<Person | null> => {
  const user = await findActive({ strapi }, where);
  if (user === null) return null;
  const ability = await getPermissionEngine({ strapi }).generateUserAbility(user);
  return { user, ability, language: language ?? user.preferedLanguage ?? null };
};

/**
 * Returns a panel user's ability for one action on one type; null where they may no longer log in.
 * Only these permissions are loaded, not the hundreds that a role may have.
 */
export const loadAbility = async (
  { strapi }: WithStrapi,
  id: number,
  { action, subject }: { action: string; subject: string },
): Promise<object | null> => {
  const user = await findActive({ strapi }, { id });
  if (user === null) return null;
  const { findMany } = requireFunctions<Permissions>(ADAPTER, strapi.service('admin::permission'), [
    'findMany',
  ]);
  const permissions = await findMany({ where: { role: { users: { id } }, action, subject } });
  return (await generateTokenAbilityOf(getPermissionEngine({ strapi }))(
    permissions,
    user,
  )) as object;
};

/**
 * Runs work in the background as if a panel user had requested it. Code that reads the actor, the
 * ability or the language from `strapi.requestContext` gets the user's. The context contains only
 * those parts of Koa's context, and no request.
 */
export const runAsUser = <T>(
  { strapi }: WithStrapi,
  { user, ability, language }: Person,
  work: () => Promise<T>,
): Promise<T> => {
  const state: State & Record<string, unknown> = {
    isOnBehalf: true,
    user: { ...user, preferedLanguage: language },
    userAbility: ability,
    auth: { strategy: { name: 'admin' }, credentials: user, ability },
  };
  const context = {
    state,
    params: {},
    query: {},
    path: '',
    method: '',
    request: { body: {}, query: {}, headers: {}, ip: null },
    get: () => '',
    set: () => undefined,
  };
  const contexts = strapi.requestContext as unknown as Contexts;
  return contexts.run(context, work);
};

/** Returns whether a job runs the current work on behalf of a user. */
export const isOnBehalf = ({ strapi }: WithStrapi): boolean =>
  (strapi.requestContext.get()?.state as State | undefined)?.isOnBehalf === true;
