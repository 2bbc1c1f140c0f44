import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { outgoingRequestId } from '../../../../../../platform/http/request-id';
import { checkoutSettings, type CheckoutSettings, type PayAccount } from '../../../settings';
import { NotAskedInTime, ProviderTimeout } from './errors';
import { stripe } from './library';

/** The API's version that this code was written and tested against; the account's own may be newer. */
export const API_VERSION = '2026-10-28.endive';

const RETRIES = 2;

/** The client's own way of asking, which says besides for which request it asks. */
export const createProviderHttp = (): Stripe.HttpClient => {
  const client = stripe().createNodeHttpClient();
  const ask = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    ask(host, port, path, method, { ...headers, ...outgoingRequestId() }, ...rest);
  return client;
};

/** An account at the payment provider, with the client that calls on its behalf. */
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
  const Library = stripe();
  const accounts = new Map(
    settings.accounts.map(({ name, secretKey, webhookSecret }) => [
      name,
      {
        name,
        webhookSecret,
        client: new Library(secretKey, {
          apiVersion: API_VERSION,
          timeout: settings.timeoutMs,
          maxNetworkRetries: RETRIES,
          telemetry: false,
          httpClient: createProviderHttp(),
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

type CallOptions = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>;

/** How many calls of full length fit in. */
const CALLS = 3;

/** Milliseconds that a piece of work may take beside its calls: it waits for the database, and for others' turns. */
const BESIDE = 5_000;

/**
 * The time that the provider is given for one piece of work, whatever number of calls and retries it takes; it runs while the
 * provider is asked. A call that is still out at its end is given up: the client's own timeout only notices silence, so an
 * answer that dribbles in would otherwise last for ever.
 *
 * The work as a whole has an end too: leases are held for as long, and whoever asked waits. A call that would have no time
 * before it is not begun, which is no failure of the provider's.
 */
export const createDeadline = ({ strapi }: WithStrapi) => {
  const { timeoutMs } = settingsOf({ strapi });
  const total = CALLS * timeoutMs;
  const whole = total + BESIDE;
  const ends = performance.now() + whole;
  let asked = 0;
  /** What the provider may still take, of its own time and of that of the work. */
  const remaining = () => Math.min(total - asked, ends - performance.now());

  return {
    /** Milliseconds that the provider is given in all. */
    total,
    /** Milliseconds from now within which the last call ends. */
    whole,
    remaining,
    /** @throws ProviderTimeout; NotAskedInTime where there was no time left to ask; what `run` does */
    async call<T>(run: (options: CallOptions) => Promise<T>): Promise<T> {
      if (asked >= total) throw new ProviderTimeout();
      const timeout = Math.min(timeoutMs, total - asked);
      const left = remaining();
      if (left < timeout) throw new NotAskedInTime();
      const isTight = left < 2 * timeoutMs;
      const began = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const expiry = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ProviderTimeout()), left);
      });
      try {
        return await Promise.race([
          run({ timeout, ...(isTight && { maxNetworkRetries: 0 }) }),
          expiry,
        ]);
      } finally {
        clearTimeout(timer);
        asked += Math.round(performance.now() - began);
      }
    },
  };
};

export type Deadline = ReturnType<typeof createDeadline>;

/** The id of what a field of the provider's refers to, whether it was expanded or not. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
