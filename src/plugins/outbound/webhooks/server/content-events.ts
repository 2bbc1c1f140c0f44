import type { WithStrapi } from '../../../../platform/with-strapi';
import { tagOf } from '../../../../delivery/http-cache/tags';
import { registerChangeConsumer, type ContentChange } from '../../../../delivery/outbox/consumers';
import { tableOf } from '../../../../platform/strapi/queries';
import { type DocumentScope, findDocumentScopes } from './find-document-scopes';
import { endpointsOf } from './endpoints';
import { defineWebhookKind, type WebhookKind } from './kinds';
import { sendWebhooks, type WebhookEvent } from './send';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

const kinds = {
  publish: {
    name: 'content.published',
    label: { en: 'An entry is published', es: 'Se publica una entrada' },
  },
  update: {
    name: 'content.updated',
    label: { en: 'A published entry changes', es: 'Cambia una entrada publicada' },
  },
  unpublish: {
    name: 'content.unpublished',
    label: {
      en: 'An entry is unpublished or deleted',
      es: 'Se despublica o se elimina una entrada',
    },
  },
} as const satisfies Record<ContentChange['event'], WebhookKind>;

const tagsIn = (keys: ContentChange['keys']): string[] => [...new Set(keys.map(tagOf))];

/** Returns the event of an unspecified change. */
const anythingChanged = ({ id, at, event, keys }: ContentChange): WebhookEvent => ({
  event: kinds[event].name,
  type: null,
  lines: [],
  language: null,
  happenedAt: at,
  subject: '*',
  data: {
    sequence: id,
    tags: tagsIn(keys),
    document: null,
    language: null,
    lines: [],
    slugs: { before: null, after: null },
  },
});

const documentChanged = (
  { id, at, uid, documentId, locale, event, keys }: ContentChange,
  { lines, slugs }: DocumentScope,
  slugsOfLines: ReadonlyMap<string, string>,
): WebhookEvent => {
  const language = locale === '' ? null : locale;
  return {
    event: kinds[event].name,
    type: uid,
    lines,
    language,
    happenedAt: at,
    subject: [uid, slugs.after ?? slugs.before ?? documentId, language ?? ''].join(' ').trim(),
    data: {
      sequence: id,
      tags: tagsIn(keys),
      document: { type: uid, documentId },
      language,
      lines: lines.flatMap((line) => slugsOfLines.get(line) ?? []),
      slugs,
    },
  };
};

/** Returns the webhook events of changes to published content. */
const eventsOf = async (
  { strapi }: WithStrapi,
  changes: readonly ContentChange[],
): Promise<WebhookEvent[]> => {
  const lines = await tableOf<{ documentId: string; slug: string }>(
    { strapi },
    BUSINESS_LINE,
  ).findMany({
    select: ['documentId', 'slug'],
  });
  const slugs = new Map(lines.map(({ documentId, slug }) => [documentId, slug]));
  const abouts = await findDocumentScopes({ strapi }, changes);
  return changes.map((change, at) => {
    const about = abouts[at];
    return change.documentId === '*' || about === undefined
      ? anythingChanged(change)
      : documentChanged(change, about, slugs);
  });
};

/** Sends webhooks about every change of published content; call it in `register`. */
export const registerContentEvents = ({ strapi }: WithStrapi): void => {
  for (const kind of Object.values(kinds)) defineWebhookKind({ strapi }, kind);
  registerChangeConsumer({ strapi }, 'webhooks', async (changes) => {
    const endpoints = await endpointsOf({ strapi }).on();
    if (endpoints.length > 0) await sendWebhooks({ strapi }, await eventsOf({ strapi }, changes));
  });
};
