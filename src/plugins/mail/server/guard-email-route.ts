import { errors, z } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { commonErrors } from '#platform/http/common-errors';
import { emailAddress } from '#platform/http/email-address';
import { defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { readPerson } from '#platform/http/request-person';
import { findRouter, type RegisteredRouter } from '#platform/strapi/routes';
import { byAddress, type Hit, type Limit, getThrottle } from '#platform/throttle';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { mailSettings } from '../settings';

/** Errors of the mail routes in the admin panel. */
export const mailErrors = defineErrors({
  MAIL_NOT_SENT: {
    status: 503,
    retryAfter: 30,
    message: {
      en: 'The mail server rejected the e-mail.',
      es: 'El servidor de correo ha rechazado el correo.',
    },
  },
  MAIL_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This e-mail is not waiting to be sent.',
      es: 'Este correo no está pendiente de envío.',
    },
  },
});

type Middleware = (ctx: Context, next: Next) => Promise<void>;

type Body = { body?: unknown };

const SEND = 'email.send';
const TEST = 'email.test';
const VERIFY = 'email.verify';

/**
 * Returns the name of a middleware that `strapi-server.ts` registers, for `config.middlewares` of a
 * route.
 */
const buildMiddlewareName = (name: keyof typeof emailMiddlewares): string => `plugin::mail.${name}`;

/** Maximum number of recipients of a mail; larger mailings need a newsletter program. */
const MOST_RECIPIENTS = 10;

/** Rate limit of one panel user's test mails and checks of the mail server. */
const ATTEMPTS: Limit = { name: 'mail-attempts', points: 10, seconds: 600 };

/** Subject without control characters, because these could start another header. */
const subject = z
  .string()
  .max(998)
  .regex(/^\P{Cc}*$/u);

/**
 * Mail of a caller. The sender is always the school's: callers cannot set `from`, headers,
 * attachments or an envelope.
 */
const email = z.strictObject({
  to: z.union([emailAddress, z.array(emailAddress).min(1).max(MOST_RECIPIENTS)]),
  subject: subject.optional(),
  text: z.string().optional(),
  html: z.string().optional(),
});

const testEmail = z.strictObject({ to: emailAddress });

/** @throws ValidationError `INVALID_REQUEST` */
const checkBody = ({ strapi }: WithStrapi, ctx: Context, schema: z.ZodType): void => {
  const request = ctx.request as Body;
  const checked = schema.safeParse(request.body);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const [unknownKey] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const path = (unknownKey === undefined ? (issue?.path ?? []) : [unknownKey]).map(String);
    throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, { path });
  }
  request.body = checked.data;
};

/** @throws RateLimitError `TOO_MANY_REQUESTS` */
const countPerson = ({ strapi }: WithStrapi, ctx: Context): Promise<void> =>
  getThrottle({ strapi }).consume(ctx, [{ limit: ATTEMPTS, key: String(readPerson(ctx).user.id) }]);

type Auth = { strategy?: { name?: string }; credentials?: { id?: number | string } | null };

/** Counts API tokens and students by id, and everybody else by IP address. */
const byCaller = (limit: Limit, ctx: Context): Hit => {
  const { strategy, credentials } = (ctx.state as { auth?: Auth }).auth ?? {};
  const id = credentials?.id;
  if (id === undefined) return byAddress(limit, ctx);
  return { limit, key: `${strategy?.name ?? ''} ${id}` };
};

/** Converts errors of the mail provider to 503. Strapi would answer 500 and log a stack. */
const sendOrUnavailable = async ({ strapi }: WithStrapi, next: Next): Promise<void> => {
  try {
    await next();
  } catch (error) {
    if (error instanceof errors.ApplicationError) throw error;
    strapi.log.warn(`mail: ${String(error)}`);
    throw createLocalizedError({ strapi }, mailErrors.MAIL_NOT_SENT, { cause: error });
  }
};

/**
 * Middlewares around Strapi's own e-mail routes. Their handlers pass the whole request to the mail
 * provider: any sender, any number of recipients, any headers and attachments.
 */
export const emailMiddlewares = {
  'email-route':
    (_config: unknown, { strapi }: WithStrapi): Middleware =>
    async (ctx, next) => {
      checkBody({ strapi }, ctx, email);
      const limit = {
        name: 'mail-api',
        points: mailSettings.of({ strapi }).perMinute,
        seconds: 60,
      };
      await getThrottle({ strapi }).consume(ctx, [byCaller(limit, ctx)]);
      await sendOrUnavailable({ strapi }, next);
    },

  'email-test':
    (_config: unknown, { strapi }: WithStrapi): Middleware =>
    async (ctx, next) => {
      checkBody({ strapi }, ctx, testEmail);
      await countPerson({ strapi }, ctx);
      await sendOrUnavailable({ strapi }, next);
    },

  'email-verify':
    (_config: unknown, { strapi }: WithStrapi): Middleware =>
    async (ctx, next) => {
      await countPerson({ strapi }, ctx);
      await next();
    },
};

const addMiddleware = (
  router: RegisteredRouter | undefined,
  handler: string,
  name: keyof typeof emailMiddlewares,
): void => {
  const middleware = buildMiddlewareName(name);
  for (const route of router?.routes ?? []) {
    if (route.handler !== handler) continue;
    const config = (route.config ??= {});
    const middlewares = (config.middlewares ??= []);
    if (!middlewares.includes(middleware)) middlewares.push(middleware);
  }
};

/**
 * Guards Strapi's e-mail routes, and removes the panel's `POST /email`, which no page of the panel
 * calls. All Strapi instances in a process share the routes, therefore the middlewares are given by
 * name.
 */
export const guardEmailRoutes = ({ strapi }: WithStrapi): void => {
  addMiddleware(findRouter({ strapi }, 'email', 'content-api'), SEND, 'email-route');
  const panel = findRouter({ strapi }, 'email', 'admin');
  if (panel === undefined) return;
  panel.routes = panel.routes.filter(({ handler }) => handler !== SEND);
  addMiddleware(panel, TEST, 'email-test');
  addMiddleware(panel, VERIFY, 'email-verify');
};
