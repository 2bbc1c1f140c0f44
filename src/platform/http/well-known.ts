import type { Context } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import { serverSettings } from '../settings/server';
import { messageLanguages } from './errors';

const SECURITY = '/.well-known/security.txt';
const CHANGE_PASSWORD = '/.well-known/change-password';

const DAY_MS = 86_400_000;

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * The page on which administrators change their password. Visitors are redirected to the login
 * first.
 */
const PROFILE = '/me';

/**
 * Returns the text of RFC 9116. It expires half a year after the day of the request, so that nobody
 * has to renew it.
 *
 * @param origin the public origin of the service
 */
export const buildSecurityText = (
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
 * Serves the `/.well-known` paths of the origin: the security contact (RFC 9116), if
 * `SECURITY_CONTACT` is set, and the page for changing passwords (W3C, change-password-url).
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
    ctx.body = buildSecurityText(securityContacts, { origin });
  };
  const redirectToChange = (ctx: Context): void => {
    ctx.set('Cache-Control', 'no-store');
    // Browsers save the panel's logins under this origin. Students log in on the sites.
    ctx.redirect(changePasswordUrl ?? `${strapi.config.get<string>('admin.path')}${PROFILE}`);
  };
  strapi.server.routes([
    ...(securityContacts.length === 0 ? [] : [route(SECURITY, showSecurity)]),
    route(CHANGE_PASSWORD, redirectToChange),
  ]);
};
