import type { WithStrapi } from '../../../../platform/with-strapi';

type Context = {
  state: { userAbility: { can: (action: string) => boolean } };
  forbidden: () => void;
  body: unknown;
};

type Handlers = Record<string, (context: Context) => Promise<void>>;

type Route = { method: string; path: string; config: { policies: unknown[] } };

export type UploadPlugin = {
  routes: { admin: { routes: Route[] } };
  controllers: { 'admin-settings': Handlers | ((strapi: WithStrapi) => Handlers) };
};

const MAY_READ = ['plugin::upload.read', 'plugin::upload.settings.read'];

const getSettings =
  ({ strapi }: WithStrapi) =>
  async (context: Context): Promise<void> => {
    const { userAbility } = context.state;
    if (!MAY_READ.some((action) => userAbility.can(action))) {
      context.forbidden();
      return;
    }
    const { getSettings: read } = strapi
      .plugin('upload')
      .service<{ getSettings: () => Promise<object> }>('upload');
    const { concurrentUploadRequests = 1 } = strapi.config.get<{
      concurrentUploadRequests?: number;
    }>('plugin::upload');
    context.body = { data: { ...(await read()), concurrentUploadRequests } };
  };

/**
 * Lets users of the media library read its settings, which every media dialog requests. Strapi
 * admits only users who may change them. The handler checks the permission, because the policies of
 * a route cannot express an alternative.
 */
export const letLibraryUsersReadSettings = ({ routes, controllers }: UploadPlugin): void => {
  const route = routes.admin.routes.find(
    ({ method, path }) => method === 'GET' && path === '/settings',
  );
  if (route === undefined) throw new Error('The upload plugin has no route for its settings.');
  route.config.policies = ['admin::isAuthenticatedAdmin'];
  const original = controllers['admin-settings'];
  controllers['admin-settings'] = ({ strapi }) => ({
    ...(typeof original === 'function' ? original({ strapi }) : original),
    getSettings: getSettings({ strapi }),
  });
};
