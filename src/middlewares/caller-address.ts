import type { Context, Next } from 'koa';
import { callerAddress } from '../platform/throttle/address';

/**
 * Sets `request.ip` to the caller's address for the rate limits of this service and of Strapi's
 * endpoints. Koa passes on any value in X-Forwarded-For, ports included, and each port would count
 * as another caller.
 */
export default () =>
  async (ctx: Context, next: Next): Promise<void> => {
    ctx.request.ip = callerAddress(ctx);
    await next();
  };
