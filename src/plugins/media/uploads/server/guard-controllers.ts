import type { Context } from 'koa';
import { createLocalizedError } from '#platform/http/localized-error';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { uploadErrors } from './errors';
import { type Files, uploadInspectionOf } from './upload-inspection';

type Handler = (this: unknown, ctx: Context) => Promise<unknown>;

type Controller = Record<string, Handler>;

type Factory = (context: WithStrapi) => Controller;

export type Controllers = Record<'admin-upload' | 'content-api', Controller | Factory>;

/**
 * Handlers that receive files; the others of these controllers call one of them or receive none.
 */
const taking = ['uploadFiles', 'uploadFile', 'replaceFile'] as const;

const guardController =
  (controller: Controller | Factory): Factory =>
  ({ strapi }) => {
    const handlers = typeof controller === 'function' ? controller({ strapi }) : controller;
    const checked: Controller = {};
    for (const name of taking) {
      const handler = handlers[name];
      if (handler === undefined) continue;
      checked[name] = async function (ctx) {
        const { files } = ctx.request as { files?: { files?: Files } };
        await uploadInspectionOf({ strapi }).requireAllowed(files?.files);
        return handler.call(this, ctx);
      };
    }
    if (handlers.uploadFromUrls !== undefined) {
      checked.uploadFromUrls = () =>
        Promise.reject(
          createLocalizedError({ strapi }, uploadErrors.UPLOAD_FROM_ADDRESS_NOT_OFFERED),
        );
    }
    return { ...handlers, ...checked };
  };

/**
 * Rejects a request with several files as a whole if one is not allowed. The upload plugin's own
 * check skips such a file, stores the others, and responds as if all were stored.
 *
 * It also rejects downloads from URLs (`POST /upload/actions/upload-from-urls`). Strapi 5.54 allows
 * `0.0.0.0` and redirects to private addresses, and resolves names again after its check. It also
 * uses the last part of a URL, `..` included, as a path that it removes after failures.
 */
export const guardUploadControllers = (controllers: Controllers): void => {
  controllers['admin-upload'] = guardController(controllers['admin-upload']);
  controllers['content-api'] = guardController(controllers['content-api']);
};

type SettingsContext = {
  state: { userAbility: { can: (action: string) => boolean } };
  forbidden: () => void;
  body: unknown;
};

type Handlers = Record<string, (context: SettingsContext) => Promise<void>>;

type Route = { method: string; path: string; config: { policies: unknown[] } };

export type UploadPlugin = {
  routes: { admin: { routes: Route[] } };
  controllers: { 'admin-settings': Handlers | ((strapi: WithStrapi) => Handlers) };
};

const MAY_READ = ['plugin::upload.read', 'plugin::upload.settings.read'];

const getSettings =
  ({ strapi }: WithStrapi) =>
  async (context: SettingsContext): Promise<void> => {
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
export const allowReadingSettings = ({ routes, controllers }: UploadPlugin): void => {
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
