import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type ApiError } from '#platform/http/errors';
import { webhookErrors } from './errors';

/** Returns the host of a URL without the brackets of IPv6 and without a trailing dot. */
const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

/**
 * Deprecated IPv4-compatible IPv6 addresses such as `::127.0.0.1`; the public internet has none.
 */
const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96');

const isPublic = (host: string): boolean => {
  const ip = ipaddr.parse(host);
  return ip.range() === 'unicast' && !(ip instanceof ipaddr.IPv6 && ip.match(ipv4Compatible));
};

/**
 * Tells whether a host is private by its name. Addresses that a name resolves to are checked at
 * each request.
 */
const isPlainlyPrivate = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublic(host));

/** Returns why a URL is invalid for webhooks; null if it is valid. */
export const findAddressError = (
  address: string,
  { allowsPrivate }: { allowsPrivate: boolean },
): ApiError | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url?.protocol === 'https:' || (allowsPrivate && url?.protocol === 'http:');
  if (url === null || !isWeb || url.username !== '' || url.password !== '') {
    return webhookErrors.WEBHOOK_ADDRESS_INVALID;
  }
  return !allowsPrivate && isPlainlyPrivate(getHost(url))
    ? webhookErrors.WEBHOOK_ADDRESS_PRIVATE
    : null;
};
