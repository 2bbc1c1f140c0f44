import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';

/**
 * 4, 6, or 0 for what is no address. Both are asked: Node takes `::%:` for an address, the library `127.1`. Node
 * first: the library says no by throwing, which every request without a proxy would pay for.
 */
const versionOf = (text: string): number => {
  const version = isIP(text);
  return version === 0 || ipaddr.isValid(text) ? version : 0;
};

/** Around an IPv6 address, or after either kind of address: how some proxies also say the port. */
const withPort = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/** The address that a proxy wrote into X-Forwarded-For, without its port; null: it is none. */
export const forwardedAddress = (entry: string): string | null => {
  const text = entry.trim();
  if (versionOf(text) !== 0) return text;
  const [, bracketed, plain] = withPort.exec(text) ?? [];
  const address = bracketed ?? plain ?? '';
  return versionOf(address) === (bracketed === undefined ? 4 : 6) ? address : null;
};

/**
 * Returns the caller's network address: the one that the outermost trusted proxy reports, else the peer's. Malformed
 * `X-Forwarded-For` values are ignored, so that callers cannot change identity with each request.
 *
 * Koa has reduced `ips` to the values of trusted proxies (`TRUSTED_PROXIES`).
 */
export const callerAddress = ({ request, req }: Context): string =>
  forwardedAddress(request.ips[0] ?? '') ?? req.socket.remoteAddress ?? '';

/** An IPv4 address written as IPv6 is the IPv4 one. */
const parsed = (ip: string) => (versionOf(ip) === 0 ? null : ipaddr.process(ip));

const firstGroups = ({ parts }: ipaddr.IPv6): string =>
  parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');

/**
 * The network address that a limit counts under. An IPv6 subscriber owns a whole /64, so its last four
 * groups are dropped.
 */
export const addressKey = (ip: string): string => {
  const address = parsed(ip);
  if (address === null) return ip;
  return address instanceof ipaddr.IPv6 ? firstGroups(address) : address.toString();
};

/**
 * The network that somebody is likely to stay in when their address changes: a provider's /24, or the
 * subscriber's /64.
 */
export const networkKey = (ip: string): string => {
  const address = parsed(ip);
  if (address === null) return ip;
  return address instanceof ipaddr.IPv6
    ? firstGroups(address)
    : address.octets.slice(0, 3).join('.');
};
