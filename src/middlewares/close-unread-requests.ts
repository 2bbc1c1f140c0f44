import type { Context, Next } from 'koa';
import { closeAfterAnswer } from '../platform/http/multipart/unread-body';

/** Before `strapi::errors`, which writes the answers that this sends. */
export default () =>
  async (ctx: Context, next: Next): Promise<void> => {
    await next();
    closeAfterAnswer(ctx);
  };
