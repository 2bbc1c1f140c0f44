import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { businessLinesOf } from './business-lines';

/**
 * Paths at which Strapi offers the conditions of roles and tokens, or validates the selected ones.
 */
const rolePaths = /^\/admin\/(?:permissions|roles|api-tokens|admin-tokens)(?:\/|$)/;

/** Reads the business lines again before Strapi offers them as conditions. Another node may have made one. */
export const refreshLines =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (rolePaths.test(ctx.path)) {
      await businessLinesOf({ strapi })
        .refresh()
        .catch((error: unknown) => {
          strapi.log.warn(`rights: the business lines could not be read: ${String(error)}`);
        });
    }
    await next();
  };
