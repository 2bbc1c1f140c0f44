import type { Context, Next } from 'koa';
import { callerAddress } from '../platform/throttle/address';

/**
 * Tells everything that asks `request.ip` who is calling: this service's limits, and those of Strapi's own
 * endpoints. Koa hands on whatever stands in X-Forwarded-For, ports included, and each port would be
 * somebody new to a limit.
 */
export default () =>
  async (ctx: Context, next: Next): Promise<void> => {
    ctx.request.ip = callerAddress(ctx);
    await next();
  };
