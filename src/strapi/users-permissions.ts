import type { Core } from '@strapi/types';

type WithStrapi = { strapi: Core.Strapi };

type Services = {
  extend: <Service>(uid: string, extend: (stock: Service) => Service) => void;
};

type Routers = Readonly<Record<string, { routes: { path: string }[] } | undefined>>;

const changed = (what: string): Error =>
  new Error(`src/strapi/users-permissions.ts: Users & Permissions has changed, without ${what}`);

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
