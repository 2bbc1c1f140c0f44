import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { serverSettings } from '../settings/server';
import { messageLanguages } from './errors';

const SECURITY = '/.well-known/security.txt';
const CHANGE_PASSWORD = '/.well-known/change-password';

const DAY_MS = 86_400_000;

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Where administrators change their password; those who are not signed in are sent to the login first. */
const PROFILE = '/me';

/**
 * Returns the text of RFC 9116. It expires half a year after the day on which it is read, so nobody has to renew it.
 *
 * @param origin of the service as the world reaches it
 */
export const securityText = (
  contacts: readonly string[],
  { origin, now = Date.now() }: { origin: string | null; now?: number },
): string => {
  const today = now - (now % DAY_MS);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${messageLanguages.join(', ')}`,
    ...(origin === null ? [] : [`Canonical: ${origin}${SECURITY}`]),
  ];
  return `${lines.join('\n')}\n`;
};

/**
 * Serves what programs look for below `/.well-known` of an origin: whom to tell of a weakness (RFC 9116), where
 * `SECURITY_CONTACT` says so, and where the passwords of this origin are changed (W3C, change-password-url).
 */
export const registerWellKnown = ({ strapi }: WithStrapi): void => {
  const { securityContacts, changePasswordUrl, publicUrl } = serverSettings.of({ strapi });
  const origin = publicUrl === null ? null : new URL(publicUrl).origin;
  const route = (path: string, handler: (ctx: Context) => void) => ({
    method: 'GET' as const,
    path,
    config: { auth: false as const },
    handler,
  });
  const showSecurity = (ctx: Context): void => {
    ctx.type = 'text/plain; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = securityText(securityContacts, { origin });
  };
  const redirectToChange = (ctx: Context): void => {
    ctx.set('Cache-Control', 'no-store');
    // Browsers save the logins of the panel under this origin; students log in on the sites.
    ctx.redirect(changePasswordUrl ?? `${strapi.config.get<string>('admin.path')}${PROFILE}`);
  };
  strapi.server.routes([
    ...(securityContacts.length === 0 ? [] : [route(SECURITY, showSecurity)]),
    route(CHANGE_PASSWORD, redirectToChange),
  ]);
};
