import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { webhookSettings } from '../settings';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { addressProblem } from './address';
import { choicesOf } from './choices';
import { deliveriesOf } from './deliveries';
import { choiceIn } from './endpoints';
import { webhookErrors } from './errors';
import { secretsOf } from './secrets';
import { uids } from './uids';

type Params = { data?: Readonly<Record<string, unknown>>; documentId?: string };

/** Maximum number of characters of an invalid value that the error shows. */
const MOST_SHOWN = 100;

const fields = ['events', 'types', 'languages'] as const;

/** Rejects URLs that cannot receive webhooks, and unknown events, types and languages. */
const check = async ({ strapi }: WithStrapi, { data = {} }: Params): Promise<void> => {
  if (typeof data.url === 'string') {
    const problem = addressProblem(data.url, webhookSettings.of({ strapi }));
    if (problem !== null) throw localizedError({ strapi }, problem, { path: ['url'] });
  }
  const choices = await choicesOf({ strapi });
  for (const field of fields) {
    const chosen = choiceIn(data[field]);
    const unknown =
      chosen === null
        ? JSON.stringify(data[field]).slice(0, MOST_SHOWN)
        : chosen.find((name) => !choices[field].some(({ value }) => value === name));
    if (unknown === undefined) continue;
    throw localizedError({ strapi }, webhookErrors.WEBHOOK_CHOICE_UNKNOWN, {
      subject: unknown,
      path: [field],
    });
  }
};

/**
 * Rejects webhook endpoints that cannot receive messages, creates their secret, and cleans up after
 * deleted ones.
 */
export const validateWebhookEndpoints = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    if (context.uid !== uids.endpoint) return next();
    const params = context.params as Params;
    const { action } = context;
    if (action === 'create' || action === 'update' || action === 'clone') {
      await check({ strapi }, params);
    }
    return strapi.db.transaction(async () => {
      const result = await next();
      if (action === 'create') {
        await secretsOf({ strapi }).renew((result as { documentId: string }).documentId);
      } else if (action === 'clone') {
        const { entries } = result as { entries: { documentId: string }[] };
        for (const { documentId } of entries) await secretsOf({ strapi }).renew(documentId);
      } else if (action === 'delete' && params.documentId !== undefined) {
        await secretsOf({ strapi }).forget(params.documentId);
        await deliveriesOf({ strapi }).giveUp(params.documentId, 'the webhook was deleted');
      }
      return result;
    });
  };
};
