import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { webhookSettings } from '../settings';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { findAddressError } from './address';
import { createDeliveryStore } from './deliveries';
import { parseChoice } from './endpoints';
import { webhookErrors } from './errors';
import { createSecretStore } from './secrets';
import { uids } from './definitions';
import { getFeatures } from '#feature/application';
import type { Text } from '#feature/layout';
import { listContentTypes } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import { listWebhookKinds } from './kinds';

/** Option of an endpoint's selection. */
type Option = { value: string; label: Text };

const media: Option = { value: 'plugin::upload.file', label: { en: 'Media', es: 'Archivos' } };

const toBothLanguages = (text: string): Text => ({ en: text, es: text });

const typeOptions = ({ strapi }: WithStrapi): Option[] => {
  const layouts = getFeatures({ strapi }).flatMap((feature) => feature.layouts?.types ?? []);
  const types = listContentTypes({ strapi }).filter(({ uid }) => uid.startsWith('api::'));
  return [
    ...types.map(({ uid, info }) => ({
      value: uid,
      label:
        layouts.find((layout) => layout.uid === uid)?.name ?? toBothLanguages(info.displayName),
    })),
    media,
  ];
};

const loadLanguageOptions = async ({ strapi }: WithStrapi): Promise<Option[]> => {
  const rows = await getTable<{ code: string; name: string }>(
    { strapi },
    'plugin::i18n.locale',
  ).findMany({ orderBy: { code: 'asc' } });
  return rows.map(({ code, name }) => ({ value: code, label: toBothLanguages(name) }));
};

/** Returns all options by the field of the endpoint. */
export const loadEndpointOptions = async ({ strapi }: WithStrapi) => ({
  events: listWebhookKinds({ strapi }).map(({ name, label }) => ({ value: name, label })),
  types: typeOptions({ strapi }),
  languages: await loadLanguageOptions({ strapi }),
});

type Params = { data?: Readonly<Record<string, unknown>>; documentId?: string };

/** Maximum number of characters of an invalid value that the error shows. */
const MOST_SHOWN = 100;

const fields = ['events', 'types', 'languages'] as const;

/** Rejects URLs that cannot receive webhooks, and unknown events, types and languages. */
const check = async ({ strapi }: WithStrapi, { data = {} }: Params): Promise<void> => {
  if (typeof data.url === 'string') {
    const problem = findAddressError(data.url, webhookSettings.of({ strapi }));
    if (problem !== null) throw createLocalizedError({ strapi }, problem, { path: ['url'] });
  }
  const choices = await loadEndpointOptions({ strapi });
  for (const field of fields) {
    const choiceNames = parseChoice(data[field]);
    const unknown =
      choiceNames === null
        ? JSON.stringify(data[field]).slice(0, MOST_SHOWN)
        : choiceNames.find((name) => !choices[field].some(({ value }) => value === name));
    if (unknown === undefined) continue;
    throw createLocalizedError({ strapi }, webhookErrors.WEBHOOK_CHOICE_UNKNOWN, {
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
        await createSecretStore({ strapi }).renew((result as { documentId: string }).documentId);
      } else if (action === 'clone') {
        const { entries } = result as { entries: { documentId: string }[] };
        for (const { documentId } of entries) await createSecretStore({ strapi }).renew(documentId);
      } else if (action === 'delete' && params.documentId !== undefined) {
        await createSecretStore({ strapi }).forget(params.documentId);
        await createDeliveryStore({ strapi }).giveUp(params.documentId, 'the webhook was deleted');
      }
      return result;
    });
  };
};
