import type { WithStrapi } from '../with-strapi';

type Services = {
  extend: <Service extends object>(uid: string, change: (service: Service) => Service) => unknown;
};

type Row = { action: string };

/**
 * Keeps permissions for actions that only a newer release knows. At every start, Strapi deletes
 * permissions with unknown actions or fields from panel roles, user roles and API tokens. In the
 * older of two releases these are an administrator's choices for the newer one. Unknown permissions
 * have no effect. Call it before the plugins' bootstrap.
 */
export const keepUnknownGrants = ({ strapi }: WithStrapi): void => {
  const services = strapi.get<Services>('services');
  const nothing = (): Promise<void> => Promise.resolve();
  // Replaced instead of changed, because all instances in a process share the panel's service
  // object.
  services.extend('admin::permission', (service) => ({
    ...service,
    cleanPermissionsInDatabase: nothing,
  }));
  // Every start recreates the super admin's permissions; those of the newer release are the larger
  // set.
  services.extend('admin::role', (service) => ({
    ...service,
    resetSuperAdminPermissions: nothing,
  }));
  services.extend('plugin::users-permissions.users-permissions', (service) => ({
    ...service,
    syncPermissions: nothing,
  }));

  const { permissions } = strapi.contentAPI;
  const registerActions = permissions.registerActions.bind(permissions);
  permissions.registerActions = async () => {
    await registerActions();
    const { action: known } = permissions.providers;
    const rows = (await strapi.db
      .query('admin::api-token-permission')
      .findMany({ select: ['action'] })) as Row[];
    for (const uid of new Set(rows.map(({ action }) => action))) {
      if (known.has(uid)) continue;
      const [api = uid, controller = '', action = ''] = uid.split('.');
      await known.register(uid, { api, controller, action, uid });
    }
  };
};
