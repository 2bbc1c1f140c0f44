import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

const USER = 'plugin::users-permissions.user';

type Services = {
  extend: <Service>(uid: string, extend: (stock: Service) => Service) => void;
};

type Routers = Readonly<Record<string, { routes: { path: string }[] } | undefined>>;

const changed = (what: string): Error =>
  new Error(
    `src/platform/strapi/users-permissions.ts: Users & Permissions has changed, without ${what}`,
  );

/**
 * A service of Users & Permissions, none of which are documented.
 *
 * @param functions those that the caller relies on
 * @throws naming those that are gone
 */
export const usersAndPermissions = <Service extends object>(
  { strapi }: WithStrapi,
  name: string,
  functions: readonly (keyof Service & string)[],
): Service => {
  const service = strapi.plugin('users-permissions').service<Service>(name);
  const missing = functions.filter((each) => typeof service[each] !== 'function');
  if (missing.length > 0) throw changed(`${name}.${missing.join(', ')}`);
  return service;
};

/** Replaces parts of one of its services, for itself as well as for others; call it in `register`. */
export const extendUsersAndPermissions = <Service extends object>(
  { strapi }: WithStrapi,
  name: string,
  extend: (stock: Service) => Service,
): void => {
  strapi.get<Services>('services').extend(`plugin::users-permissions.${name}`, extend);
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
 * Changes the values of users that are written through Users & Permissions or the panel, before the Document Service
 * hashes their passwords; call it in `register`.
 *
 * @param change may throw, which refuses the write
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
  strapi
    .get<Services>('services')
    .extend<DocumentManager>('plugin::content-manager.document-manager', (service) => {
      const stock = requireFunctions<DocumentManager>('users-permissions.ts', service, [
        ...(['create', 'update', 'clone'] as const),
      ]);
      return {
        ...stock,
        create: async (uid, options) =>
          stock.create(uid, uid === USER ? changeData(options) : options),
        update: async (id, uid, options) =>
          stock.update(id, uid, uid === USER ? changeData(options) : options),
        clone: async (id, values, uid) =>
          stock.clone(id, uid === USER && values !== undefined ? change(values) : values, uid),
      };
    });
};

/**
 * Takes away its public routes whose paths begin so; call it in `register`. The routes are one object of the
 * process: in a second instance of Strapi they are gone already.
 */
export const closeUsersAndPermissionsRoutes = (
  { strapi }: WithStrapi,
  beginnings: readonly string[],
): void => {
  const routers: object = strapi.plugin('users-permissions').routes;
  const content = (routers as Routers)['content-api'];
  if (!Array.isArray(content?.routes)) throw changed('routes.content-api');
  const isClosed = (path: string): boolean => beginnings.some((one) => path.startsWith(one));
  content.routes = content.routes.filter(({ path }) => !isClosed(path));
};
