import type { Context, Next } from 'koa';
import { closeAfterAnswer } from '../platform/http/multipart/unread-body';

/** Place it before `strapi::errors`, which writes the responses that this sends. */
export default () =>
  async (ctx: Context, next: Next): Promise<void> => {
    await next();
    closeAfterAnswer(ctx);
  };
