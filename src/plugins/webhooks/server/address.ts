import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type ApiError } from '../../../http/errors';
import { webhookErrors } from './errors';

/** The host of an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** What names stand for is checked when they are asked; this is for what is plain to see. */
const isPlainlyPrivate = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIP(host) !== 0 && ipaddr.parse(host).range() !== 'unicast');

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
