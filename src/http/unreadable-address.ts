import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { commonErrors } from './common-errors';
import { messageLanguageOf } from './message-language';

const BAD_REQUEST = 400;

/** Koa parses the address when it is first asked for the path, and throws what Node does; of some there is no path. */
const hasPath = (ctx: Context): boolean => {
  try {
    return typeof (ctx.path as unknown) === 'string';
  } catch {
    return false;
  }
};

/**
 * Refuses requests with an address that nobody can read (`GET http://[/`). Everything behind it asks for the path, out
 * here where no error is answered: strangers would fill the log with stacks. Call it before anything else takes requests.
 */
export const refuseUnreadableAddresses = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.server.use(async (ctx: Context, next: Next): Promise<void> => {
    if (hasPath(ctx)) {
      await next();
      return;
    }
    const { code, message } = commonErrors.INVALID_REQUEST;
    const error = {
      status: BAD_REQUEST,
      name: 'BadRequestError',
      message: message[messageLanguageOf(ctx)],
      details: { code },
    };
    ctx.status = BAD_REQUEST;
    ctx.body = { data: null, error };
  });
};
