import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { admissionOf, type Files } from './admission';
import { uploadErrors } from './errors';

type Handler = (this: unknown, ctx: Context) => Promise<unknown>;

type Controller = Record<string, Handler>;

type Factory = (context: WithStrapi) => Controller;

export type Controllers = Record<'admin-upload' | 'content-api', Controller | Factory>;

/** The handlers that take files; the others of these controllers call one of them or take none. */
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
        await admissionOf({ strapi }).requireAllowed(files?.files);
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
 * Refuses a request of several files as a whole for one of them. The upload plugin's own check leaves such a
 * file out and stores the others, and answers as if all had been stored.
 *
 * Also refuses to fetch files from addresses (`POST /upload/actions/upload-from-urls`). Strapi 5.54 lets
 * `0.0.0.0` and redirects to private addresses through, looks names up once more after its check, and takes
 * the last part of an address, `..` included, for a path that it removes when something fails.
 */
export const guardUploadControllers = (controllers: Controllers): void => {
  controllers['admin-upload'] = guarded(controllers['admin-upload']);
  controllers['content-api'] = guarded(controllers['content-api']);
};
