import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type ApiError } from '../../../../platform/http/errors';
import { webhookErrors } from './errors';

/** The host of an address without the brackets of IPv6, and without the dot that may end a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

/** What is left of an early way to write IPv4 in IPv6, `::127.0.0.1`; the public internet has none of it. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96');

const isPublic = (host: string): boolean => {
  const ip = ipaddr.parse(host);
  return ip.range() === 'unicast' && !(ip instanceof ipaddr.IPv6 && ip.match(ipv4Compatible));
};

/** What names stand for is checked when they are asked; this is for what is plain to see. */
const isPlainlyPrivate = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublic(host));

/** Why webhooks cannot be sent to an address; null where they can. */
export const addressProblem = (
  address: string,
  { allowsPrivate }: { allowsPrivate: boolean },
): ApiError | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url?.protocol === 'https:' || (allowsPrivate && url?.protocol === 'http:');
  if (url === null || !isWeb || url.username !== '' || url.password !== '') {
    return webhookErrors.WEBHOOK_ADDRESS_INVALID;
  }
  return !allowsPrivate && isPlainlyPrivate(hostOf(url))
    ? webhookErrors.WEBHOOK_ADDRESS_PRIVATE
    : null;
};
