import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { uploadInspectionOf, type Files } from './upload-inspection';
import { uploadErrors } from './errors';

type Handler = (this: unknown, ctx: Context) => Promise<unknown>;

type Controller = Record<string, Handler>;

type Factory = (context: WithStrapi) => Controller;

export type Controllers = Record<'admin-upload' | 'content-api', Controller | Factory>;

/**
 * Handlers that receive files; the others of these controllers call one of them or receive none.
 */
const taking = ['uploadFiles', 'uploadFile', 'replaceFile'] as const;

const guarded =
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
        Promise.reject(localizedError({ strapi }, uploadErrors.UPLOAD_FROM_ADDRESS_NOT_OFFERED));
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
  controllers['admin-upload'] = guarded(controllers['admin-upload']);
  controllers['content-api'] = guarded(controllers['content-api']);
};
