/** A permission of the panel: an action, or an action on a content type. */
type Permission = string | readonly [action: string, subject: string];

type ContentAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

type Policy = string | { name: string; config: object };

/** The callers that a route of the admin panel admits, as Strapi policies. */
type Callers = readonly Policy[];

/** Admits every user who is signed in to the panel. */
export const signedIn: Callers = ['admin::isAuthenticatedAdmin'];

/** Admits users who have all of these permissions. */
export const requirePermissions = (...actions: readonly Permission[]): Callers => [
  ...signedIn,
  { name: 'admin::hasPermissions', config: { actions } },
];

/**
 * Admits users who may do one of these actions with a content type. The content manager's policy
 * reads the type from the route parameter `model`.
 */
export const requirePermissionInModel = (...actions: readonly ContentAction[]): Callers => [
  ...signedIn,
  {
    name: 'plugin::content-manager.hasPermissions',
    config: {
      actions: actions.map((action) => `plugin::content-manager.explorer.${action}`),
      hasAtLeastOne: true,
    },
  },
];

/** A route in the form that Strapi's router expects. */
type AdminRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  handler: string;
  config: { policies: Policy[] };
};

/**
 * Returns a route of the admin panel, below the path of its plugin.
 *
 * @param handler the controller and its method, such as `entries.find`
 */
export const defineAdminRoute = (
  method: AdminRoute['method'],
  path: string,
  handler: string,
  callers: Callers,
): AdminRoute => ({ method, path, handler, config: { policies: [...callers] } });

/** Returns a plugin's routes for the panel. */
export const defineAdminRoutes = (...routes: AdminRoute[]) => ({ type: 'admin' as const, routes });
