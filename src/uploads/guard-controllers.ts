import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { admissionOf, type Files } from './admission';

type Handler = (this: unknown, ctx: Context) => Promise<unknown>;

type Controller = Record<string, Handler>;

type Factory = (context: { strapi: Core.Strapi }) => Controller;

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
    return { ...handlers, ...checked };
  };

/**
 * Refuses a request of several files as a whole for one of them. The upload plugin's own check leaves such a
 * file out and stores the others, and answers as if all had been stored.
 */
export const guardUploadControllers = (controllers: Controllers): void => {
  controllers['admin-upload'] = guarded(controllers['admin-upload']);
  controllers['content-api'] = guarded(controllers['content-api']);
};
