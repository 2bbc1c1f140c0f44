import type { IncomingMessage } from 'node:http';
import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { limitBody } from '#platform/http/outgoing/bounded-body';
import { buildRequestIdHeader } from '#platform/request-id';
import {
  checkoutSettings,
  type CheckoutSettings,
  type PayAccount,
} from '#plugins/commerce/checkout/settings';
import { NotAskedInTime, ProviderTimeout } from './errors';
import { loadStripe } from './library';

/** API version that this code was written and tested against. The account's own may be newer. */
const API_VERSION = '2026-10-28.endive';

const RETRIES = 2;

/**
 * Returns an HTTP client of the provider's library that adds our request id and limits the size and
 * the duration of answers.
 */
export const createProviderHttp = (): Stripe.HttpClient => {
  const client = loadStripe().createNodeHttpClient();
  const ask = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, body, protocol, timeout) => {
    const sentHeaders = { ...headers, ...buildRequestIdHeader() };
    const answer = await ask(host, port, path, method, sentHeaders, body, protocol, timeout);
    const read = answer.toJSON.bind(answer);
    answer.toJSON = () => {
      limitBody(answer.getRawResponse() as IncomingMessage, { timeoutMs: timeout });
      return read();
    };
    return answer;
  };
  return client;
};

/** Account at the payment provider, with its API client. */
export type PaymentAccount = Pick<PayAccount, 'name' | 'webhookSecret'> & { client: Stripe };

const parseApiBase = (apiBase: string | null) => {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isInsecure = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isInsecure ? 80 : 443) : Number(port),
    protocol: isInsecure ? ('http' as const) : ('https' as const),
  };
};

export const getCheckoutSettings = ({ strapi }: WithStrapi): CheckoutSettings =>
  checkoutSettings.of({ strapi });

const accountsBySettings = new WeakMap<object, ReadonlyMap<string, PaymentAccount>>();

/** Returns the payment accounts by name. The clients are created once per process. */
export const getPaymentAccounts = ({ strapi }: WithStrapi): ReadonlyMap<string, PaymentAccount> => {
  const settings = getCheckoutSettings({ strapi });
  const existing = accountsBySettings.get(settings);
  if (existing !== undefined) return existing;
  const Library = loadStripe();
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
          ...parseApiBase(settings.apiBase),
        }),
      },
    ]),
  );
  accountsBySettings.set(settings, accounts);
  return accounts;
};

/** Returns the account that a request's `origin` names, in any case. */
export const findPaymentAccount = (
  { strapi }: WithStrapi,
  origin: string,
): PaymentAccount | undefined => getPaymentAccounts({ strapi }).get(origin.trim().toLowerCase());

type CallOptions = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>;

/** Number of calls of maximum length that fit in. */
const CALLS = 3;

/**
 * Milliseconds that the work may take beside its calls, to wait for the database and for leases.
 */
const OWN_WORK_MS = 5_000;

/**
 * Creates the time limit of one piece of work, which all its calls and retries share. Calls that
 * exceed it are abandoned: the client's own timeout only notices silence, so an answer that
 * dribbles in could last for ever.
 *
 * The whole work is limited too, because leases are held and the caller waits for as long. A call
 * that would exceed this limit is not started, which is no error of the provider.
 */
export const createDeadline = ({ strapi }: WithStrapi) => {
  const { timeoutMs } = getCheckoutSettings({ strapi });
  const total = CALLS * timeoutMs;
  const whole = total + OWN_WORK_MS;
  const ends = performance.now() + whole;
  let spentMs = 0;
  /** Returns the milliseconds that the provider may still take, within both limits. */
  const computeRemainingTime = () => Math.min(total - spentMs, ends - performance.now());

  return {
    /** Milliseconds that all calls may take together. */
    total,
    /** Milliseconds from now within which the last call ends. */
    whole,
    remaining: computeRemainingTime,
    /** @throws ProviderTimeout; NotAskedInTime if no time was left to ask; errors of `run` */
    async call<T>(run: (options: CallOptions) => Promise<T>): Promise<T> {
      if (spentMs >= total) throw new ProviderTimeout();
      const timeout = Math.min(timeoutMs, total - spentMs);
      const remainingMs = computeRemainingTime();
      if (remainingMs < timeout) throw new NotAskedInTime();
      const isTight = remainingMs < 2 * timeoutMs;
      const began = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const expiry = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ProviderTimeout()), remainingMs);
      });
      try {
        return await Promise.race([
          run({ timeout, ...(isTight && { maxNetworkRetries: 0 }) }),
          expiry,
        ]);
      } finally {
        clearTimeout(timer);
        spentMs += Math.round(performance.now() - began);
      }
    },
  };
};

export type Deadline = ReturnType<typeof createDeadline>;

/** Returns the id in a field of the provider, expanded or not. */
export const getStripeId = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
