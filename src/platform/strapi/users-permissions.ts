import type { WithStrapi } from './with-strapi';
import { extendService } from './require-functions';

const ADAPTER = 'users-permissions.ts';

const USER = 'plugin::users-permissions.user';

type Routers = Readonly<Record<string, { routes: { path: string }[] } | undefined>>;

const createPackageChangedError = (changedError: string): Error =>
  new Error(
    `src/platform/strapi/users-permissions.ts: Users & Permissions has changed, without ${changedError}`,
  );

/**
 * Returns a service of Users & Permissions. None of them are documented.
 *
 * @param functions those that the caller uses
 * @throws an error that names the missing ones
 */
export const getUsersPermissionsService = <Service extends object>(
  { strapi }: WithStrapi,
  name: string,
  functions: readonly (keyof Service & string)[],
): Service => {
  const service = strapi.plugin('users-permissions').service<Service>(name);
  const missingFunctions = functions.filter((each) => typeof service[each] !== 'function');
  if (missingFunctions.length > 0)
    throw createPackageChangedError(`${name}.${missingFunctions.join(', ')}`);
  return service;
};

/**
 * Replaces parts of one of its services, for the plugin itself and for others. Call it in
 * `register`.
 */
export const extendUsersAndPermissions = <Service extends object>(
  { strapi }: WithStrapi,
  name: string,
  extend: (stock: Service) => Service,
): void => {
  const extended = { adapter: ADAPTER, uid: `plugin::users-permissions.${name}`, names: [] };
  extendService({ strapi }, extended, extend);
};

type Values = Readonly<Record<string, unknown>>;

type UserService = {
  add: (values: Values) => Promise<unknown>;
  edit: (id: number, values?: Values) => Promise<unknown>;
};

type Options = { data?: Values };

type DocumentManager = {
  create: (uid: string, options?: Options) => Promise<unknown>;
  update: (id: string, uid: string, options?: Options) => Promise<unknown>;
  clone: (id: string, values: Values | undefined, uid: string) => Promise<unknown>;
};

/**
 * Changes the values of users that are written through Users & Permissions or the panel, before the
 * Document Service hashes their passwords. Call it in `register`.
 *
 * @param change may throw, which rejects the write
 */
export const changeWrittenUsers = (
  { strapi }: WithStrapi,
  change: (values: Values) => Values,
): void => {
  extendUsersAndPermissions<UserService>({ strapi }, 'user', (stock) => ({
    ...stock,
    add: async (values) => stock.add(change(values)),
    edit: async (id, values = {}) => stock.edit(id, change(values)),
  }));

  const changeData = (options: Options = {}): Options =>
    options.data === undefined ? options : { ...options, data: change(options.data) };
  const extended = {
    adapter: ADAPTER,
    uid: 'plugin::content-manager.document-manager',
    names: ['create', 'update', 'clone'] as const,
  };
  extendService<DocumentManager>({ strapi }, extended, (stock) => ({
    ...stock,
    create: async (uid, options) => stock.create(uid, uid === USER ? changeData(options) : options),
    update: async (id, uid, options) =>
      stock.update(id, uid, uid === USER ? changeData(options) : options),
    clone: async (id, values, uid) =>
      stock.clone(id, uid === USER && values !== undefined ? change(values) : values, uid),
  }));
};

/**
 * Removes its public routes whose paths begin with one of the prefixes. Call it in `register`. All
 * Strapi instances of a process share the routes, so a second instance finds them already removed.
 */
export const closeUsersAndPermissionsRoutes = (
  { strapi }: WithStrapi,
  beginnings: readonly string[],
): void => {
  const routers: object = strapi.plugin('users-permissions').routes;
  const content = (routers as Routers)['content-api'];
  if (!Array.isArray(content?.routes)) throw createPackageChangedError('routes.content-api');
  const isClosed = (path: string): boolean =>
    beginnings.some((beginning) => path.startsWith(beginning));
  content.routes = content.routes.filter(({ path }) => !isClosed(path));
};
