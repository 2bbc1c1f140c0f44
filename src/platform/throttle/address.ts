import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context, Next } from 'koa';

/**
 * Returns 4, 6, or 0 for an invalid address. Both checks are needed: Node accepts `::%:`, the
 * library accepts `127.1`. Node is first, because the library reports an invalid address by
 * throwing.
 */
const getIpVersion = (text: string): number => {
  const version = isIP(text);
  return version === 0 || ipaddr.isValid(text) ? version : 0;
};

/** An address with a port, or an IPv6 address in brackets, as some proxies write them. */
const withPort = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/**
 * Returns the address in an entry of X-Forwarded-For, without its port; null for an invalid
 * address.
 */
export const parseForwardedAddress = (entry: string): string | null => {
  const text = entry.trim();
  if (getIpVersion(text) !== 0) return text;
  const [, bracketed, plain] = withPort.exec(text) ?? [];
  const address = bracketed ?? plain ?? '';
  return getIpVersion(address) === (bracketed === undefined ? 4 : 6) ? address : null;
};

/**
 * Returns the caller's network address: the one that the outermost trusted proxy reports, else the
 * peer's. Malformed `X-Forwarded-For` values are ignored, so that callers cannot change identity
 * with each request.
 *
 * Koa has reduced `ips` to the values of trusted proxies (`TRUSTED_PROXIES`).
 */
const getCallerAddress = ({ request, req }: Context): string =>
  parseForwardedAddress(request.ips[0] ?? '') ?? req.socket.remoteAddress ?? '';

/**
 * Sets `request.ip` to the caller's address for the rate limits of this service and of Strapi's
 * endpoints. Koa passes on any value in X-Forwarded-For, ports included, and each port would count
 * as another caller.
 */
export const setCallerAddress = async (ctx: Context, next: Next): Promise<void> => {
  ctx.request.ip = getCallerAddress(ctx);
  await next();
};

/**
 * Returns the visitor's address that a frontend server wrote into `X-Forwarded-For`: the last one
 * before those of trusted proxies. Returns null for an absent or invalid address.
 */
export const parseVouchedAddress = (header: string, trustedProxies: number): string | null =>
  parseForwardedAddress(header.split(',').at(-trustedProxies - 1) ?? '');

/** Returns the parsed address. IPv4-mapped IPv6 addresses become IPv4. */
const parseAddress = (ip: string) => (getIpVersion(ip) === 0 ? null : ipaddr.process(ip));

const formatFirstGroups = ({ parts }: ipaddr.IPv6): string =>
  parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');

/**
 * Returns the network address under which a limit counts. An IPv6 subscriber owns a whole /64, so
 * the last four groups are dropped.
 */
export const buildAddressKey = (ip: string): string => {
  const address = parseAddress(ip);
  if (address === null) return ip;
  return address instanceof ipaddr.IPv6 ? formatFirstGroups(address) : address.toString();
};

/**
 * Returns the network in which a caller probably stays when the address changes: a provider's /24,
 * or the subscriber's /64.
 */
export const buildNetworkKey = (ip: string): string => {
  const address = parseAddress(ip);
  if (address === null) return ip;
  return address instanceof ipaddr.IPv6
    ? formatFirstGroups(address)
    : address.octets.slice(0, 3).join('.');
};
