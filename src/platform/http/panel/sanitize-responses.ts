import type { Context, Next } from 'koa';
import { withoutSecrets } from './secrets';

type Route = { method?: string; path?: string; info?: { type?: string } };

const none: ReadonlySet<string> = new Set();

/**
 * Routes that return a new credential to the user who requested it. Strapi shows an invitation's
 * link and the key of a token to administrators who may manage them.
 */
const handingOver: readonly { path: RegExp; allowed: ReadonlySet<string> }[] = [
  { path: /^POST \/admin\/users$/, allowed: new Set(['registrationToken']) },
  {
    path: /^[A-Z]+ \/admin\/(?:api-tokens|admin-tokens|transfer\/tokens)(?:\/|$)/,
    allowed: new Set(['accessKey']),
  },
];

const allowedFor = (ctx: Context): ReadonlySet<string> => {
  const request = `${ctx.method} ${ctx.path}`;
  return handingOver.find(({ path }) => path.test(request))?.allowed ?? none;
};

/**
 * Removes credentials from every JSON response of the panel's routes, Strapi's and ours. It is a
 * second barrier: some of Strapi's handlers use parts of the caller's query for reading and do not
 * sanitize the result.
 */
export const sanitizePanelResponses = async (ctx: Context, next: Next): Promise<void> => {
  await next();
  const { route } = ctx.state as { route?: Route };
  const { body } = ctx as { body: unknown };
  if (route?.info?.type !== 'admin' || typeof body !== 'object' || body === null) return;
  const clean = withoutSecrets(body, allowedFor(ctx));
  if (clean !== body) ctx.body = clean;
};
