import type { Core } from '@strapi/types';
import { errors, z } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { commonErrors } from '../../../http/common-errors';
import { localizedError } from '../../../http/localized-error';
import { findRouter } from '../../../strapi/routes';
import { mailErrors } from './errors';

type WithStrapi = { strapi: Core.Strapi };

const HANDLER = 'email.send';
const MIDDLEWARE = 'plugin::mail.email-route';

const address = z.string().trim().min(1);

const email = z.looseObject({
  to: z.union([address, z.array(address).min(1)]),
  subject: z.string().optional(),
  text: z.string().optional(),
  html: z.string().optional(),
});

/**
 * Strapi's own `POST /api/email` hands on what it is sent, and answers 500 to whatever its provider refuses, a mail
 * to nobody as well as a mail server that is away.
 */
export const checkEmailRoute =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const checked = email.safeParse((ctx.request as { body?: unknown }).body);
    if (!checked.success) {
      const path = (checked.error.issues[0]?.path ?? []).map(String);
      throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { path });
    }
    try {
      await next();
    } catch (error) {
      if (error instanceof errors.ApplicationError) throw error;
      strapi.log.warn(`mail: ${String(error)}`);
      throw localizedError({ strapi }, mailErrors.MAIL_NOT_SENT, { cause: error });
    }
  };

/** Its route is shared by every Strapi in the process, hence the middleware is named, not handed over. */
export const guardEmailRoute = ({ strapi }: WithStrapi): void => {
  const routes = findRouter({ strapi }, 'email', 'content-api')?.routes ?? [];
  for (const route of routes) {
    if (route.handler !== HANDLER) continue;
    const config = (route.config ??= {});
    const middlewares = (config.middlewares ??= []);
    if (!middlewares.includes(MIDDLEWARE)) middlewares.push(MIDDLEWARE);
  }
};
