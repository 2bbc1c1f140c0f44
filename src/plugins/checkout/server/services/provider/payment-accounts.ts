import Stripe from 'stripe';
import { checkoutSettings, type CheckoutSettings, type PayAccount } from '../../../settings';
import type { WithStrapi } from '../../types';

/** The API's version that this code was written and tested against; the account's own may be newer. */
export const API_VERSION = '2026-10-28.endive';

const RETRIES = 2;

export type PaymentAccount = Pick<PayAccount, 'name' | 'webhookSecret'> & { client: Stripe };

const addressOf = (apiBase: string | null) => {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isInsecure = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isInsecure ? 80 : 443) : Number(port),
    protocol: isInsecure ? ('http' as const) : ('https' as const),
  };
};

export const settingsOf = ({ strapi }: WithStrapi): CheckoutSettings =>
  checkoutSettings.of({ strapi });

const known = new WeakMap<object, ReadonlyMap<string, PaymentAccount>>();

/** The payment accounts with a client each, made once a process. */
export const paymentAccountsOf = ({ strapi }: WithStrapi): ReadonlyMap<string, PaymentAccount> => {
  const settings = settingsOf({ strapi });
  const made = known.get(settings);
  if (made !== undefined) return made;
  const accounts = new Map(
    settings.accounts.map(({ name, secretKey, webhookSecret }) => [
      name,
      {
        name,
        webhookSecret,
        client: new Stripe(secretKey, {
          apiVersion: API_VERSION,
          timeout: settings.timeoutMs,
          maxNetworkRetries: RETRIES,
          telemetry: false,
          ...addressOf(settings.apiBase),
        }),
      },
    ]),
  );
  known.set(settings, accounts);
  return accounts;
};

/** The account that a request's `origin` names, in any case. */
export const paymentAccountNamed = (
  { strapi }: WithStrapi,
  origin: string,
): PaymentAccount | undefined => paymentAccountsOf({ strapi }).get(origin.trim().toLowerCase());
