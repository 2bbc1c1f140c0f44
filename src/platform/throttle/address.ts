import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context, Next } from 'koa';

/**
 * Returns 4, 6, or 0 for an invalid address. Both checks are needed: Node accepts `::%:`, the
 * library accepts `127.1`. Node is first, because the library reports an invalid address by
 * throwing.
 */
const versionOf = (text: string): number => {
  const version = isIP(text);
  return version === 0 || ipaddr.isValid(text) ? version : 0;
};

/** An address with a port, or an IPv6 address in brackets, as some proxies write them. */
const withPort = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/**
 * Returns the address in an entry of X-Forwarded-For, without its port; null for an invalid
 * address.
 */
export const forwardedAddress = (entry: string): string | null => {
  const text = entry.trim();
  if (versionOf(text) !== 0) return text;
  const [, bracketed, plain] = withPort.exec(text) ?? [];
  const address = bracketed ?? plain ?? '';
  return versionOf(address) === (bracketed === undefined ? 4 : 6) ? address : null;
};

/**
 * Returns the caller's network address: the one that the outermost trusted proxy reports, else the
 * peer's. Malformed `X-Forwarded-For` values are ignored, so that callers cannot change identity
 * with each request.
 *
 * Koa has reduced `ips` to the values of trusted proxies (`TRUSTED_PROXIES`).
 */
const callerAddress = ({ request, req }: Context): string =>
  forwardedAddress(request.ips[0] ?? '') ?? req.socket.remoteAddress ?? '';

/**
 * Sets `request.ip` to the caller's address for the rate limits of this service and of Strapi's
 * endpoints. Koa passes on any value in X-Forwarded-For, ports included, and each port would count
 * as another caller.
 */
export const setCallerAddress = async (ctx: Context, next: Next): Promise<void> => {
  ctx.request.ip = callerAddress(ctx);
  await next();
};

/**
 * Returns the visitor's address that a frontend server wrote into `X-Forwarded-For`: the last one
 * before those of trusted proxies. Returns null for an absent or invalid address.
 */
export const vouchedAddress = (header: string, trustedProxies: number): string | null =>
  forwardedAddress(header.split(',').at(-trustedProxies - 1) ?? '');

/** Returns the parsed address. IPv4-mapped IPv6 addresses become IPv4. */
const parseAddress = (ip: string) => (versionOf(ip) === 0 ? null : ipaddr.process(ip));

const firstGroups = ({ parts }: ipaddr.IPv6): string =>
  parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');

/**
 * Returns the network address under which a limit counts. An IPv6 subscriber owns a whole /64, so
 * the last four groups are dropped.
 */
export const addressKey = (ip: string): string => {
  const address = parseAddress(ip);
  if (address === null) return ip;
  return address instanceof ipaddr.IPv6 ? firstGroups(address) : address.toString();
};

/**
 * Returns the network in which a caller probably stays when the address changes: a provider's /24,
 * or the subscriber's /64.
 */
export const networkKey = (ip: string): string => {
  const address = parseAddress(ip);
  if (address === null) return ip;
  return address instanceof ipaddr.IPv6
    ? firstGroups(address)
    : address.octets.slice(0, 3).join('.');
};
