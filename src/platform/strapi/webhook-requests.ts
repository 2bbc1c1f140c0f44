import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

const ADAPTER = 'webhook-requests.ts';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

type Runner = { fetch: Fetch };

const getWebhookRunner = ({ strapi }: WithStrapi): Runner =>
  requireFunctions<Runner>(ADAPTER, strapi.get<unknown>('webhookRunner'), ['fetch']);

/**
 * Limits the answers of receivers of Strapi's own webhooks. Strapi reads them whole, and follows
 * redirects, which can lead into the internal network (`@strapi/core`, services/webhook-runner).
 *
 * @param bound returns an answer with a limited body
 */
export const limitWebhookResponses = (
  { strapi }: WithStrapi,
  bound: (answer: Response) => Response,
): void => {
  const runner = getWebhookRunner({ strapi });
  const { fetch } = runner;
  runner.fetch = async (url, init) => bound(await fetch(url, { ...init, redirect: 'manual' }));
};

/** A request of a webhook, as Strapi passes it to `fetch`. */
type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/**
 * Sends the requests of Strapi's own webhooks by another function. Strapi checks an address only
 * when it is saved, and only against the addresses of this machine.
 *
 * @param post returns the status of the answer; null to let Strapi send the request
 */
export const sendWebhookRequestsBy = (
  { strapi }: WithStrapi,
  post: (request: WebhookRequest) => Promise<number | null>,
): void => {
  const runner = getWebhookRunner({ strapi });
  const { fetch } = runner;
  runner.fetch = async (url, init) => {
    const status = await post({ url, ...(init as Omit<WebhookRequest, 'url'>) });
    return status === null ? fetch(url, init) : new Response(null, { status });
  };
};
