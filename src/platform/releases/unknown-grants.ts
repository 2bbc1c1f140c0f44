import type { WithStrapi } from '../with-strapi';

type Services = {
  extend: <Service extends object>(uid: string, change: (service: Service) => Service) => unknown;
};

type Row = { action: string };

/**
 * Keeps grants for actions that only a newer release knows. At every start Strapi deletes from roles of the
 * panel, roles of users and API tokens whatever names an action or a field that the code does not have; to
 * the older of two releases these are an administrator's choices about the newer one. Unknown grants do
 * nothing while they wait. To be called before the plugins' bootstrap.
 */
export const keepUnknownGrants = ({ strapi }: WithStrapi): void => {
  const services = strapi.get<Services>('services');
  const nothing = (): Promise<void> => Promise.resolve();
  // Replaced rather than changed: the service of the panel is one object for all instances in a process.
  services.extend('admin::permission', (service) => ({
    ...service,
    cleanPermissionsInDatabase: nothing,
  }));
  // The super admin's grants are made anew at every start; the newer release's are the larger set.
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
