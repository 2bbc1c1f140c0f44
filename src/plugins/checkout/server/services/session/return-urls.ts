import { checkoutErrors } from '../../../contract';
import { httpError } from '../../../../../http/errors';
import type { CheckoutSettings } from '../../../settings';

type Rules = Pick<CheckoutSettings, 'returnHosts' | 'allowsInsecureReturn'>;

const isHostAllowed = ({ host, hostname }: URL, allowed: readonly string[]): boolean =>
  allowed.some((pattern) =>
    pattern.startsWith('*.')
      ? hostname.endsWith(pattern.slice(1)) || host.endsWith(pattern.slice(1))
      : pattern === host || pattern === hostname,
  );

/** Browsers and parsers disagree about addresses with these; nobody needs them in one. */
const ambiguous = /[\s\\\p{Cc}]/u;

/** Whether customers may be sent to an address. */
export const isReturnAllowed = (
  address: string,
  { returnHosts, allowsInsecureReturn }: Rules,
): boolean => {
  if (ambiguous.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && allowsInsecureReturn)) return false;
  if (!/^https?:\/\/[^/]/i.test(address)) return false;
  if (url.username !== '' || url.password !== '') return false;
  return returnHosts === null || isHostAllowed(url, returnHosts);
};

/** @throws ValidationError `RETURN_URL_NOT_ALLOWED` */
export const assertReturnsAllowed = (
  urls: { success_url: string; cancel_url: string },
  rules: Rules,
): void => {
  for (const field of ['success_url', 'cancel_url'] as const) {
    if (!isReturnAllowed(urls[field], rules)) {
      throw httpError(checkoutErrors.RETURN_URL_NOT_ALLOWED, { details: { field } });
    }
  }
};
