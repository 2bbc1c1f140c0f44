import type { Core } from '@strapi/types';
import { tagOf } from '../../../reading/http-cache/tags';
import { findModel } from '../../../strapi/models';
import { tableOf } from '../../../strapi/queries';
import { defineWebhookKind, type WebhookKind } from './kinds';
import type { WebhookEvent } from './send';

type WithStrapi = { strapi: Core.Strapi };

/** TEMPORARY */
export type ContentChange = {
  id: string;
  at: Date;
  uid: string;
  documentId: string;
  locale: string;
  event: 'publish' | 'update' | 'unpublish';
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  keys: readonly string[];
};

const LINE = 'api::vertical.vertical';

const kinds = {
  publish: {
    name: 'content.published',
    label: { en: 'An entry is published', es: 'Se publica una entrada' },
  },
  update: {
    name: 'content.updated',
    label: {
      en: 'A published entry changes',
      es: 'Cambia una entrada publicada',
    },
  },
  unpublish: {
    name: 'content.unpublished',
    label: {
      en: 'An entry is unpublished or deleted',
      es: 'Se despublica o se elimina una entrada',
    },
  },
} as const satisfies Record<ContentChange['event'], WebhookKind>;

export const defineContentKinds = ({ strapi }: WithStrapi): void => {
  for (const kind of Object.values(kinds)) defineWebhookKind({ strapi }, kind);
};

type Tuple = ContentChange['before'];

/** The attribute by which documents of a type belong to business lines; undefined where they belong to none. */
const lineAttributeOf = ({ strapi }: WithStrapi, uid: string): string | undefined =>
  Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).find(
    ([, one]) => one?.type === 'relation' && one.target === LINE && one.mappedBy === undefined,
  )?.[0];

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

const slugOf = (tuple: Tuple): string | null => textsIn(tuple?.slug)[0] ?? null;

type Lines = ReadonlyMap<string, string>;

const eventOf = ({ strapi }: WithStrapi, change: ContentChange, slugs: Lines): WebhookEvent => {
  const { id, at, uid, documentId, locale, event, before, after, keys } = change;
  const isEverything = documentId === '*';
  const attribute = lineAttributeOf({ strapi }, uid);
  const lines =
    uid === LINE
      ? [documentId]
      : attribute === undefined
        ? []
        : [...new Set([before, after].flatMap((tuple) => textsIn(tuple?.[attribute])))];
  const language = locale === '' ? null : locale;
  const slug = { before: slugOf(before), after: slugOf(after) };
  return {
    event: kinds[event].name,
    type: isEverything ? null : uid,
    lines: isEverything ? [] : lines,
    language: isEverything ? null : language,
    happenedAt: at,
    subject: [uid, slug.after ?? slug.before ?? documentId, language ?? ''].join(' ').trim(),
    data: {
      sequence: id,
      tags: [...new Set(keys.map(tagOf))],
      document: isEverything ? null : { type: uid, documentId },
      language: isEverything ? null : language,
      lines: lines.flatMap((line) => slugs.get(line) ?? []),
      slugs: slug,
    },
  };
};

/** Changes of what everybody may read, as webhooks tell of them. */
export const contentEvents = async (
  { strapi }: WithStrapi,
  changes: readonly ContentChange[],
): Promise<WebhookEvent[]> => {
  const rows = await tableOf<{ documentId: string; slug: string }>({ strapi }, LINE).findMany({
    select: ['documentId', 'slug'],
  });
  const slugs: Lines = new Map(rows.map(({ documentId, slug }) => [documentId, slug]));
  return changes.map((change) => eventOf({ strapi }, change, slugs));
};
