import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

type Runner = { fetch: Fetch };

/**
 * Limits the answers of receivers of Strapi's own webhooks. Strapi reads them whole, and follows
 * redirects, which can lead into the internal network (`@strapi/core`, services/webhook-runner).
 *
 * @param bound returns an answer with a limited body
 */
export const boundWebhookRequests = (
  { strapi }: WithStrapi,
  bound: (answer: Response) => Response,
): void => {
  const runner = requireFunctions<Runner>(
    'webhook-requests.ts',
    strapi.get<unknown>('webhookRunner'),
    ['fetch'],
  );
  const { fetch } = runner;
  runner.fetch = async (url, init) => bound(await fetch(url, { ...init, redirect: 'manual' }));
};
