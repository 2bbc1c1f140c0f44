/** A permission, of the panel as a whole or for a content type. */
type Permission = string | readonly [action: string, subject: string];

type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

type Policy = string | { name: string; config: object };

/** Who may call a route of the admin panel, as policies of Strapi. */
type Callers = readonly Policy[];

/** Everybody who is signed in to the panel. */
export const signedIn: Callers = ['admin::isAuthenticatedAdmin'];

/** Whoever has all of these permissions. */
export const whoMay = (...actions: readonly Permission[]): Callers => [
  ...signedIn,
  { name: 'admin::hasPermissions', config: { actions } },
];

/**
 * Whoever may do one of these with the type that the route's parameter `model` names; the content manager's policy looks
 * for it under this name.
 */
export const whoMayInModel = (...actions: readonly ContentAction[]): Callers => [
  ...signedIn,
  {
    name: 'plugin::content-manager.hasPermissions',
    config: {
      actions: actions.map((action) => `plugin::content-manager.explorer.${action}`),
      hasAtLeastOne: true,
    },
  },
];

/** As Strapi's router wants it. */
type AdminRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  handler: string;
  config: { policies: Policy[] };
};

/**
 * A route of the admin panel, below the address of its plugin.
 *
 * @param handler the controller and its method, as `entries.find`
 */
export const adminRoute = (
  method: AdminRoute['method'],
  path: string,
  handler: string,
  callers: Callers,
): AdminRoute => ({ method, path, handler, config: { policies: [...callers] } });

/** The routes that a plugin has for the panel. */
export const adminRoutesOf = (...routes: AdminRoute[]) => ({ type: 'admin' as const, routes });
