import type { WithStrapi } from '#platform/strapi/with-strapi';
import { localizedError } from '#platform/http/localized-error';
import { webhookSettings } from '../settings';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { addressProblem } from './address';
import { deliveriesOf } from './deliveries';
import { choiceIn } from './endpoints';
import { webhookErrors } from './errors';
import { secretsOf } from './secrets';
import { uids } from './definitions';
import { featuresOf } from '#feature/application';
import type { Text } from '#feature/layout';
import { contentTypesOf } from '#platform/strapi/models';
import { tableOf } from '#platform/strapi/queries';
import { webhookKinds } from './kinds';

/** Option of an endpoint's selection. */
type Option = { value: string; label: Text };

const media: Option = { value: 'plugin::upload.file', label: { en: 'Media', es: 'Archivos' } };

const toBothLanguages = (text: string): Text => ({ en: text, es: text });

const typeOptions = ({ strapi }: WithStrapi): Option[] => {
  const layouts = featuresOf({ strapi }).flatMap((feature) => feature.layouts?.types ?? []);
  const types = contentTypesOf({ strapi }).filter(({ uid }) => uid.startsWith('api::'));
  return [
    ...types.map(({ uid, info }) => ({
      value: uid,
      label:
        layouts.find((layout) => layout.uid === uid)?.name ?? toBothLanguages(info.displayName),
    })),
    media,
  ];
};

const languageOptions = async ({ strapi }: WithStrapi): Promise<Option[]> => {
  const rows = await tableOf<{ code: string; name: string }>(
    { strapi },
    'plugin::i18n.locale',
  ).findMany({ orderBy: { code: 'asc' } });
  return rows.map(({ code, name }) => ({ value: code, label: toBothLanguages(name) }));
};

/** Returns all options by the field of the endpoint. */
export const choicesOf = async ({ strapi }: WithStrapi) => ({
  events: webhookKinds({ strapi }).map(({ name, label }) => ({ value: name, label })),
  types: typeOptions({ strapi }),
  languages: await languageOptions({ strapi }),
});

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
    const choiceNames = choiceIn(data[field]);
    const unknown =
      choiceNames === null
        ? JSON.stringify(data[field]).slice(0, MOST_SHOWN)
        : choiceNames.find((name) => !choices[field].some(({ value }) => value === name));
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
